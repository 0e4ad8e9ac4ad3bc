// expect: no scenario `toy`
// at: no scenario
