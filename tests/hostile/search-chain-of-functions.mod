// expect: this runs too long:
// at: rules/toy/game.ori:
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn f0(n: int) @1 { f1(n) + f1(n) }
fn f1(n: int) @1 { f2(n) + f2(n) }
fn f2(n: int) @1 { f3(n) + f3(n) }
fn f3(n: int) @1 { f4(n) + f4(n) }
fn f4(n: int) @1 { f5(n) + f5(n) }
fn f5(n: int) @1 { f6(n) + f6(n) }
fn f6(n: int) @1 { f7(n) + f7(n) }
fn f7(n: int) @1 { f8(n) + f8(n) }
fn f8(n: int) @1 { f9(n) + f9(n) }
fn f9(n: int) @1 { f10(n) + f10(n) }
fn f10(n: int) @1 { f11(n) + f11(n) }
fn f11(n: int) @1 { f12(n) + f12(n) }
fn f12(n: int) @1 { f13(n) + f13(n) }
fn f13(n: int) @1 { f14(n) + f14(n) }
fn f14(n: int) @1 { f15(n) + f15(n) }
fn f15(n: int) @1 { f16(n) + f16(n) }
fn f16(n: int) @1 { f17(n) + f17(n) }
fn f17(n: int) @1 { f18(n) + f18(n) }
fn f18(n: int) @1 { f19(n) + f19(n) }
fn f19(n: int) @1 { f20(n) + f20(n) }
fn f20(n: int) @1 { f21(n) + f21(n) }
fn f21(n: int) @1 { f22(n) + f22(n) }
fn f22(n: int) @1 { f23(n) + f23(n) }
fn f23(n: int) @1 { f24(n) + f24(n) }
fn f24(n: int) @1 { f25(n) + f25(n) }
fn f25(n: int) @1 { f26(n) + f26(n) }
fn f26(n: int) @1 { f27(n) + f27(n) }
fn f27(n: int) @1 { f28(n) + f28(n) }
fn f28(n: int) @1 { f29(n) + f29(n) }
fn f29(n: int) @1 { f30(n) + f30(n) }
fn f30(n: int) @1 { f31(n) + f31(n) }
fn f31(n: int) @1 { f32(n) + f32(n) }
fn f32(n: int) @1 { f33(n) + f33(n) }
fn f33(n: int) @1 { f34(n) + f34(n) }
fn f34(n: int) @1 { f35(n) + f35(n) }
fn f35(n: int) @1 { f36(n) + f36(n) }
fn f36(n: int) @1 { f37(n) + f37(n) }
fn f37(n: int) @1 { f38(n) + f38(n) }
fn f38(n: int) @1 { n }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = f0(1);
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
