(* refused: Unable to unify "(w + eta *: (label (y i) *: x i), b + eta * label (y i))" *)
(* b += ηy instead of b += ηyR²: then (w, b/R) does not move by ηy(x, R). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma update_padded (R : realFieldType) (V : lmodType R) (T : Type) (x : T -> V) (y : T -> bool)
  (eta c2 : R) w (b : R^o) i : update (padded x y c2) eta (w, b) i =
  (w + eta *: (label (y i) *: x i), b + eta * label (y i)).
Proof. reflexivity. Qed.
