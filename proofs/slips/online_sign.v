(* refused: ============================ dot ip w (x i) <= 0 -> dot ip w (x i) < 0 *)
(* `online` as `iterations`: with g(0) = +1 a sample on the line may be no mistake, so that y (θ · x) ≤ 0 is not enough to be one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma mistaken_is_wrong (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type)
  (x : T -> V) (y : T -> bool) w i :
  mistaken ip (folded x y) w i -> wrong_online ip x y w i.
Proof.
rewrite /wrong_online /mistaken /folded dotZr; case: (y i); rewrite /label ?mul1r ?mulN1r.
  rewrite eqb_id -ltNge.
  Show.
  exact id.
by rewrite oppr_le0 => ->.
Qed.
