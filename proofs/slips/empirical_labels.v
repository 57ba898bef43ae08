(* refused: gamma <= eta * `|dot ip (z i) u|) does not match any subterm of the goal *)
(* `empirical`, theorem: a margin on |w · x|, without the label.  Then an update may lose ground. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Slip.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Lemma gain u gamma w i : gamma <= `|dot ip (z i) u| ->
  dot ip w u + eta * gamma <= dot ip (update z eta w i) u.
Proof. by move=> good; rewrite dotDl dotZl ler_add2l (ler_wpmul2l (ltW eta_gt0) good). Qed.
