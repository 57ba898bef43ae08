(* refused: has type "is_true (0 <= score)" while it is expected to have type "is_true (0 < score)" *)
(* `empirical`: y (w · x) ≥ 0 says that sign(w · x) = y.  It does not at w · x = 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma exit (R : realFieldType) (score : R) y : 0 <= label y * score -> Num.sg score = label y.
Proof.
case: y; rewrite /label ?mul1r ?mulN1r => score_ge0; first by apply: gtr0_sg; exact score_ge0.
Show.
Qed.
