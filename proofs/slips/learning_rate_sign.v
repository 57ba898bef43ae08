(* refused: ============================ 0 < eta Error: (in proof same_decision): Attempt to save an incomplete proof *)
(* Any η makes the same mistakes: it has to be positive. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma same_decision (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V)
  (eta : R) w i : mistaken ip z (eta *: w) i = mistaken ip z w i.
Proof.
rewrite /mistaken dotZl pmulr_rle0 //.
Show.
Qed.
