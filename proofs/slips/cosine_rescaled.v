(* refused: m" while it is expected to have type "only_mistakes (fun (w : V) (i : T) => dot ip w (c i *: z i) <= 0) *)
(* `cosine`, Simplification 3: divided by their lengths the samples make the same run.  They make another: each w · x keeps its sign, but not w. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma rescaled (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V)
  (c : T -> R) w m : (forall i, 0 < c i) ->
  run ip (fun i => c i *: z i) 1 w m = run ip z 1 w m.
Proof.
move=> c_gt0; elim: m w => //= i m IH w; rewrite /mistaken dotZr pmulr_rle0 //; congr (_ && _).
exact (IH (update z 1 w i)).
Qed.
