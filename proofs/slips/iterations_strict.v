(* refused: it is expected to have type "is_true ((size m)%:R * eta * gamma < dot ip (weights z eta 0 m) u)" *)
(* `iterations`: every sample has more than the margin γ, so k < R²/γ².  γ is attained, and so is the bound. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Slip.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Lemma numerator u gamma m : margin ip z u gamma m ->
  (size m)%:R * eta * gamma < dot ip (weights z eta 0 m) u.
Proof. move=> good; exact (Convergence.numerator eta_gt0 good). Qed.
