(* refused: Unable to unify "true" with "false" *)
(* `primal`, last line: k = (2R/γ)².  The worked example makes 9 mistakes; 4·8/1² is 32. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
From Perceptron Require Import Example.
Lemma novikoff_equal : (size run_8)%:R == 4%:R * 8%:R / 1 ^+ 2 :> rat.
Proof. vm_compute. reflexivity. Qed.
