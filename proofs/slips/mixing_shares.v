(* refused: ============================ \sum_(i <- s) mu i = 1 Error: (in proof jensen): Attempt to save an incomplete proof *)
(* Parameter mixing with shares that need not sum to 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma jensen (R : realFieldType) (V : lmodType R) (ip : inner V) (I : Type) (s : seq I)
  (mu : I -> R) (v : I -> V) : all (fun i => 0 <= mu i) s ->
  dot ip (\sum_(i <- s) mu i *: v i) (\sum_(i <- s) mu i *: v i)
  <= \sum_(i <- s) mu i * dot ip (v i) (v i).
Proof.
move=> mu_ge0; apply: jensen => //.
Show.
Qed.
