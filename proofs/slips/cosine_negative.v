(* refused: it is expected to have type "is_true (dot ip w (z i) < 0)" *)
(* `primal`, `cosine`, `online`: the cross term is negative.  On a mistake it may be 0, and at w = 0 it is. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Slip.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Lemma cross_term w i : mistaken ip z w i -> 2%:R * eta * dot ip w (z i) < 0.
Proof. move=> wrong; rewrite pmulr_rlt0 ?mulr_gt0 ?ltr0n //; exact wrong. Qed.
