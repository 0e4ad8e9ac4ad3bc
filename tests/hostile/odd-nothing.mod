// expect: there is no scenario `toy`
// at: there is no scenario
