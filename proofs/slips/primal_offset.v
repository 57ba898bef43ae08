(* refused: ============================ 0 <= b Error: (in proof lemma_1_offset): Attempt to save an incomplete proof *)
(* `primal`, Lemma 1: from b_opt ≤ R alone, b_opt² ≤ R².  b_opt may be below −R. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma lemma_1_offset (R : realFieldType) (b r : R) : 0 <= r -> b <= r -> b ^+ 2 <= r ^+ 2.
Proof.
move=> r_ge0 b_le; rewrite ler_pexpn2r ?nnegrE //.
Show.
Qed.
