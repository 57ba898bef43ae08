(* refused: it is expected to have type "is_true ((size m)%:R * eta * gamma <= dot ip (weights z eta w0 m) u)" *)
(* w_k · u ≥ kηγ from any start, which `online` leaves open: the start has to be 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Slip.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Lemma numerator_from w0 u gamma m : margin ip z u gamma m ->
  (size m)%:R * eta * gamma <= dot ip (weights z eta w0 m) u.
Proof. move=> good; exact (Convergence.numerator eta_gt0 good). Qed.
