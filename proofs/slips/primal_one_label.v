(* refused: ============================ (exists i : T, y i) /\ (exists i : T, ~~ y i) Error: (in proof lemma_1_offset): Attempt to save an incomplete proof *)
(* `primal` on samples of one label only: then b_opt may be as large as one likes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma lemma_1_offset (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (x : T -> V)
  (y : T -> bool) (r2 : R) w (b : R^o) gamma :
  (forall i, dot ip (x i) (x i) <= r2) -> 0 < gamma -> dot ip w w = 1 ->
  (forall i, gamma <= label (y i) * (dot ip w (x i) + b)) -> b ^+ 2 <= r2.
Proof.
move=> short gamma_gt0 unit good.
apply: (lemma_1_offset short _ gamma_gt0 unit good).
Show.
Qed.
