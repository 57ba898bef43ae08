(* The algorithm, as a program.

   State and samples may be of any kind: `wrong w i` says whether sample i is a mistake at state w,
   and `step w i` is the state after the update. A run is the list of its mistakes, in the order in
   which they came; everything else follows from that list. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* What holds of every sample holds of those in a list. *)
Lemma everywhere (T : Type) (p : pred T) (s : seq T) : (forall i, p i) -> all p s.
Proof. by move=> all_p; elim: s => //= i s ->; rewrite all_p. Qed.

Section Machine.
Variables (W T : Type) (wrong : W -> T -> bool) (step : W -> T -> W).
Implicit Types (w : W) (i : T) (m s : seq T).

(* The state after the mistakes m. *)
Definition after w m := foldl step w m.

(* Each update was made on a mistake: all that the theorems ask of a run. *)
Fixpoint only_mistakes w m :=
  if m is i :: m' then wrong w i && only_mistakes (step w i) m' else true.

(* Once through the samples: the mistakes made. *)
Fixpoint pass w s :=
  if s is i :: s' then if wrong w i then i :: pass (step w i) s' else pass w s' else [::].

(* Pass after pass until one has no mistake, but at most `fuel` passes: a program that Coq runs
   must end in any case. *)
Fixpoint train fuel w s :=
  if fuel is n.+1
  then let m := pass w s in if nilp m then [::] else m ++ train n (after w m) s
  else [::].

(* Any other order: `pick` sees the mistakes so far and names the next one, or says that none is
   left. *)
Fixpoint loop fuel (pick : seq T -> option T) m :=
  if fuel is n.+1 then if pick m is Some i then loop n pick (rcons m i) else m else m.

(* No sample is a mistake. *)
Definition separates w s := all (fun i => ~~ wrong w i) s.

Lemma after_cat w m1 m2 : after w (m1 ++ m2) = after (after w m1) m2.
Proof. exact: foldl_cat. Qed.

Lemma only_mistakes_cat w m1 m2 :
  only_mistakes w (m1 ++ m2) = only_mistakes w m1 && only_mistakes (after w m1) m2.
Proof. by elim: m1 w => //= i m1 IH w; rewrite IH andbA. Qed.

(* What holds of every run holds at every moment of one. *)
Lemma only_mistakes_take k w m : only_mistakes w m -> only_mistakes w (take k m).
Proof. by rewrite -{1}(cat_take_drop k m) only_mistakes_cat => /andP[]. Qed.

Lemma pass_makes_only_mistakes w s : only_mistakes w (pass w s).
Proof. by elim: s w => //= i s IH w; case: ifP => //= ->; rewrite IH. Qed.

Lemma train_makes_only_mistakes fuel w s : only_mistakes w (train fuel w s).
Proof.
elim: fuel w => //= n IH w; case: ifP => // _.
by rewrite only_mistakes_cat pass_makes_only_mistakes IH.
Qed.

Lemma pass_takes_samples (p : pred T) w s : all p s -> all p (pass w s).
Proof. by elim: s w => //= i s IH w /andP[pi /IH{}IH]; case: ifP => //= _; rewrite pi IH. Qed.

Lemma train_takes_samples (p : pred T) fuel w s : all p s -> all p (train fuel w s).
Proof.
move=> ps; elim: fuel w => //= n IH w; case: ifP => // _.
by rewrite all_cat pass_takes_samples ?IH.
Qed.

(* A pass without a mistake: w separates, and w is unchanged. *)
Lemma clean_pass w s : nilp (pass w s) = separates w s.
Proof. by elim: s => //= i s IH; case: (wrong w i). Qed.

(* Where no run makes more than n mistakes, n + 1 passes are enough. *)
Lemma train_ends (p : pred T) s n fuel w : all p s ->
  (forall m, all p m -> only_mistakes w m -> size m <= n) -> n < fuel ->
  separates (after w (train fuel w s)) s.
Proof.
move=> ps; elim: fuel n w => //= fuel IH n w bound n_lt.
case: ifP => [|/negbT]; first by rewrite clean_pass.
set m := pass w s => m_neq0; rewrite after_cat.
have bounded m' : all p m' -> only_mistakes (after w m) m' -> size m + size m' <= n.
  move=> pm' run; rewrite -size_cat; apply: bound; first by rewrite all_cat pass_takes_samples.
  by rewrite only_mistakes_cat pass_makes_only_mistakes.
have m_le : size m <= n by have := bounded [::] isT isT; rewrite addn0.
have m_gt0 : 0 < size m by rewrite lt0n.
apply: (IH (n - size m)) => [m' pm' run|]; first by rewrite leq_subRL ?bounded.
by rewrite ltnS in n_lt; apply: leq_trans n_lt; rewrite ltn_subrL m_gt0 (leq_trans m_gt0).
Qed.

(* The same for whatever order picks the mistakes. *)
Lemma loop_ends (p : pred T) pick n fuel w :
  (forall m i, pick m = Some i -> wrong (after w m) i && p i) ->
  (forall m, all p m -> only_mistakes w m -> size m <= n) -> n < fuel ->
  let m := loop fuel pick [::] in pick m = None /\ only_mistakes w m.
Proof.
move=> picks bound n_lt /=.
have: n < fuel + size (Nil T) by rewrite addn0.
have: all p [::] by []. have: only_mistakes w [::] by [].
move: [::]; elim: fuel {n_lt} => [|fuel IH] m run pm /=.
  by rewrite add0n ltnNge bound.
move=> n_lt; case pick_m: (pick m) => [i|] //; have /andP[wrong_i pi] := picks _ _ pick_m.
apply: IH; rewrite ?size_rcons ?addnS // -cats1 ?all_cat ?pm /= ?pi //.
by rewrite only_mistakes_cat run /= wrong_i.
Qed.
End Machine.

(* Two programs that find the same samples wrong, state by state, make the same mistakes. *)
Section Simulation.
Variables (T W W' : Type) (wrong : W -> T -> bool) (step : W -> T -> W).
Variables (wrong' : W' -> T -> bool) (step' : W' -> T -> W') (same : W -> W' -> Prop).
Variable p : pred T.
Hypothesis same_wrong : forall w w' i, p i -> same w w' -> wrong w i = wrong' w' i.
Hypothesis same_step : forall w w' i, p i -> same w w' -> same (step w i) (step' w' i).

Lemma same_after w w' m : all p m -> same w w' -> same (after step w m) (after step' w' m).
Proof. by elim: m w w' => //= i m IH w w' /andP[pi pm] /(same_step pi); exact: IH. Qed.

Lemma same_runs w w' m : all p m -> same w w' ->
  only_mistakes wrong step w m = only_mistakes wrong' step' w' m.
Proof.
elim: m w w' => //= i m IH w w' /andP[pi pm] ww'.
by rewrite (same_wrong pi ww') (IH _ _ pm (same_step pi ww')).
Qed.

Lemma same_pass w w' s : all p s -> same w w' -> pass wrong step w s = pass wrong' step' w' s.
Proof.
elim: s w w' => //= i s IH w w' /andP[pi ps] ww'.
by rewrite (same_wrong pi ww') (IH _ _ ps ww') (IH _ _ ps (same_step pi ww')).
Qed.

Theorem same_mistakes fuel w w' s : all p s -> same w w' ->
  train wrong step fuel w s = train wrong' step' fuel w' s.
Proof.
move=> ps; elim: fuel w w' => //= n IH w w' ww'; rewrite (same_pass ps ww').
case: ifP => // _; congr (_ ++ _); apply: IH; apply: same_after => //.
exact: pass_takes_samples.
Qed.
End Simulation.
