// expect: `n` would become 274877906944; a variable holds at most 2147483647
// at: rules/toy/game.ori:49
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
quantity q0(unit) @1 { base unit.q1 + unit.q1 }
quantity q1(unit) @1 { base unit.q2 + unit.q2 }
quantity q2(unit) @1 { base unit.q3 + unit.q3 }
quantity q3(unit) @1 { base unit.q4 + unit.q4 }
quantity q4(unit) @1 { base unit.q5 + unit.q5 }
quantity q5(unit) @1 { base unit.q6 + unit.q6 }
quantity q6(unit) @1 { base unit.q7 + unit.q7 }
quantity q7(unit) @1 { base unit.q8 + unit.q8 }
quantity q8(unit) @1 { base unit.q9 + unit.q9 }
quantity q9(unit) @1 { base unit.q10 + unit.q10 }
quantity q10(unit) @1 { base unit.q11 + unit.q11 }
quantity q11(unit) @1 { base unit.q12 + unit.q12 }
quantity q12(unit) @1 { base unit.q13 + unit.q13 }
quantity q13(unit) @1 { base unit.q14 + unit.q14 }
quantity q14(unit) @1 { base unit.q15 + unit.q15 }
quantity q15(unit) @1 { base unit.q16 + unit.q16 }
quantity q16(unit) @1 { base unit.q17 + unit.q17 }
quantity q17(unit) @1 { base unit.q18 + unit.q18 }
quantity q18(unit) @1 { base unit.q19 + unit.q19 }
quantity q19(unit) @1 { base unit.q20 + unit.q20 }
quantity q20(unit) @1 { base unit.q21 + unit.q21 }
quantity q21(unit) @1 { base unit.q22 + unit.q22 }
quantity q22(unit) @1 { base unit.q23 + unit.q23 }
quantity q23(unit) @1 { base unit.q24 + unit.q24 }
quantity q24(unit) @1 { base unit.q25 + unit.q25 }
quantity q25(unit) @1 { base unit.q26 + unit.q26 }
quantity q26(unit) @1 { base unit.q27 + unit.q27 }
quantity q27(unit) @1 { base unit.q28 + unit.q28 }
quantity q28(unit) @1 { base unit.q29 + unit.q29 }
quantity q29(unit) @1 { base unit.q30 + unit.q30 }
quantity q30(unit) @1 { base unit.q31 + unit.q31 }
quantity q31(unit) @1 { base unit.q32 + unit.q32 }
quantity q32(unit) @1 { base unit.q33 + unit.q33 }
quantity q33(unit) @1 { base unit.q34 + unit.q34 }
quantity q34(unit) @1 { base unit.q35 + unit.q35 }
quantity q35(unit) @1 { base unit.q36 + unit.q36 }
quantity q36(unit) @1 { base unit.q37 + unit.q37 }
quantity q37(unit) @1 { base unit.q38 + unit.q38 }
quantity q38(unit) @1 { base 1 }
sequence @1 { turn repeat 1..3 { acting each side do {
  for m in mine { game.n = m.q0; }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
