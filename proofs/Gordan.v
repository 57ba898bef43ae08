(* Separable or not, and what the algorithm does in each case.

   Gordan's theorem: either some u has u · z > 0 for every sample, or a certificate says that none
   can: numbers a ≥ 0, not all 0, with Σ a z = 0.  In the first case the algorithm ends. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gordan.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V).
Hypothesis positive : definite ip.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Implicit Types (u v w : V) (s : seq V) (a : seq R).

(* a₁ z₁ + a₂ z₂ + … *)
Fixpoint combination a s : V :=
  if (a, s) is (c :: a', v :: s') then c *: v + combination a' s' else 0.

Definition certificate a s :=
  [/\ size a = size s, all (fun c => 0 <= c) a, has (fun c => 0 < c) a & combination a s = 0].

Definition separates u := all (fun v => 0 < u · v).

Lemma dot_combination u a s :
  u · combination a s = \sum_(p <- zip a s) p.1 * (u · p.2).
Proof.
elim: a s => [|c a IH] [|v s] /=; rewrite ?big_nil ?dot0r //.
by rewrite dotDr dotZr IH big_cons.
Qed.

(* Not both. *)
Theorem certificate_excludes u a s : certificate a s -> ~~ separates u s.
Proof.
case=> same_size a_ge0 a_gt0 sum_0; apply/negP => sep.
suff: 0 < u · combination a s by rewrite sum_0 dot0r ltxx.
rewrite dot_combination.
have ge0 a' s' : all (fun c => 0 <= c) a' -> separates u s' ->
    0 <= \sum_(p <- zip a' s') p.1 * (u · p.2).
  elim: a' s' => [|c a' IH] [|v s'] //=; rewrite ?big_nil //.
  by move=> /andP[c_ge0 /IH{}IH] /andP[uv /IH{}IH]; rewrite big_cons addr_ge0 // mulr_ge0 // ltW.
elim: a s same_size a_ge0 a_gt0 sep {sum_0} => [|c a IH] [|v s] //= [same].
move=> /andP[c_ge0 a_ge0] c_or_a /andP[uv sep]; rewrite big_cons.
case/orP: c_or_a => [c_gt0|a_gt0].
  by apply: ltr_paddr; [exact: ge0 | exact: mulr_gt0].
by apply: ltr_paddl; [exact: mulr_ge0 c_ge0 (ltW uv) | exact: IH].
Qed.

(* A short enough step in any direction w keeps all that u separates. *)
Lemma small_step u w s : separates u s ->
  exists2 e0 : R, 0 < e0 & forall e, 0 < e -> e <= e0 -> separates (u + e *: w) s.
Proof.
elim: s => [|v s IH] /=; first by exists 1; rewrite ?ltr01.
move=> /andP[uv /IH[e1 e1_gt0 tail]].
have size_gt0 : 0 < 1 + `|w · v| by apply: ltr_paddr.
exists (Num.min e1 (u · v / (1 + `|w · v|))) => [|e e_gt0].
  by rewrite lt_minr e1_gt0 divr_gt0.
rewrite le_minr => /andP[/(tail _ e_gt0)-> e_le]; rewrite andbT dotDl dotZl.
rewrite ler_pdivl_mulr // mulrDr mulr1 in e_le.
rewrite -[X in 0 < _ + X]opprK subr_gt0; apply: lt_le_trans e_le.
by apply: ltr_spaddl => //; rewrite -mulrN ler_wpmul2l ?(ltW e_gt0) // -normrN ler_norm.
Qed.

(* If u separates s and is orthogonal to z ≠ 0, then a little of z makes it separate both. *)
Lemma tilt u z s : separates u s -> u · z = 0 -> z <> 0 -> exists u', separates u' (z :: s).
Proof.
move=> sep uz z_neq0; have [e e_gt0 ok] := small_step z sep.
exists (u + e *: z) => /=; rewrite ok // andbT dotDl uz dotZl add0r mulr_gt0 //.
by rewrite lt_def dot_ge0 andbT; apply/eqP => /positive.
Qed.

Lemma separates_combined u v z c s : separates v [seq c *: p + (u · p) *: z | p <- s] ->
  separates (c *: v + (v · z) *: u) s.
Proof.
elim: s => //= p s IH /andP[vp /IH->]; rewrite andbT; congr (0 < _): vp.
by rewrite dotDr !dotZr dotDl !dotZl; identity.
Qed.

Lemma combination_combined u z c a s :
  combination a [seq c *: p + (u · p) *: z | p <- s] =
  c *: combination a s + (u · combination a s) *: z.
Proof.
elim: a s => [|b a IH] [|p s] /=; rewrite ?scaler0 ?dot0r ?scale0r ?addr0 //.
rewrite IH dotDr dotZr !scalerDr scalerDl !scalerA (mulrC b c) -!addrA.
by congr (_ + _); rewrite addrCA.
Qed.

Lemma combination_scaled c a s :
  combination [seq c * b | b <- a] s = c *: combination a s.
Proof. by elim: a s => [|b a IH] [|p s] /=; rewrite ?scaler0 // IH scalerDr scalerA. Qed.

(* One or the other. *)
Theorem gordan s : (exists u, separates u s) \/ (exists a, certificate a s).
Proof.
move: {2}(size s) (leqnn (size s)) => n; elim: n s => [|n IH] [|z s] //=; try by left; exists 0.
rewrite ltnS => s_n; case: (IH s s_n) => [[u sep]|[a [same a_ge0 a_gt0 sum_0]]]; last first.
  by right; exists (0 :: a); split; rewrite /= ?same ?lexx ?ltxx // scale0r add0r.
case: (ltrgt0P (u · z)) => [uz|uz|uz]; first by left; exists u; rewrite /= uz.
  have c_gt0 : 0 < - (u · z) by rewrite oppr_gt0.
  have z_neq0 : z <> 0 by move=> z0; rewrite z0 dot0r ltxx in uz.
  pose s' := [seq - (u · z) *: p + (u · p) *: z | p <- s].
  have [|[v /separates_combined sep']|[a [same a_ge0 a_gt0 sum_0]]] := IH s'.
  - by rewrite size_map.
  - left; apply: tilt sep' _ z_neq0.
    by rewrite dotDl !dotZl; identity.
  right; exists (u · combination a s :: [seq - (u · z) * b | b <- a]).
  rewrite size_map in same; split=> /=; first by rewrite size_map same.
  - apply/andP; split.
      rewrite dot_combination; elim: a s same a_ge0 sep {IH s_n s' a_gt0 sum_0}
        => [|b a IH] [|p s] //=; rewrite ?big_nil //.
      move=> [same] /andP[b_ge0 a_ge0] /andP[up sep].
      by rewrite big_cons addr_ge0 ?IH // mulr_ge0 // ltW.
    by rewrite all_map; apply: sub_all a_ge0 => b; apply: mulr_ge0; exact: ltW.
  - by rewrite has_map; apply/orP; right; apply: sub_has a_gt0 => b; exact: mulr_gt0.
  by rewrite combination_scaled addrC -sum_0 combination_combined.
case: (eqVneq z 0) => [z0|/eqP z_neq0]; last by left; exact: tilt sep uz z_neq0.
right; exists (1 :: nseq (size s) 0); split; rewrite /= ?size_nseq ?ler01 ?ltr01 //.
  by rewrite all_nseq lexx orbT.
rewrite z0 scaler0 add0r; elim: (s) => //= p s' ->.
by rewrite scale0r add0r.
Qed.
End Gordan.
Arguments certificate_excludes {R V} ip u {a s}.

(* The run itself as a certificate: if w comes back, the mistakes between sum to 0. *)
Section Return.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Lemma ones_combine (m : seq T) :
  combination (nseq (size m) 1) (map z m) = \sum_(i <- m) z i.
Proof. by elim: m => [|i m IH] /=; rewrite ?big_nil // big_cons IH scale1r. Qed.

(* A repeated state is a proof that nothing separates the data. *)
Theorem repeated_state w i m : weights z eta w (i :: m) = w ->
  certificate (nseq (size (i :: m)) (1 : R)) (map z (i :: m)).
Proof.
rewrite weights_sum -[X in _ = X]addr0 => /addrI/eqP; rewrite scaler_eq0 (gt_eqF eta_gt0) /=.
move=> /eqP sum_0; split; last exact: etrans (ones_combine (i :: m)) sum_0.
- by rewrite /= size_nseq size_map.
- by rewrite /= ler01 all_nseq ler01 orbT.
by rewrite /= ltr01.
Qed.

(* A run with more mistakes than there are states to be in comes back to one: on integer data, where
   only so many w lie within a given distance of 0, a run that stays there is such a proof. *)
Theorem more_mistakes_than_states w m (states : seq V) :
  (forall k, weights z eta w (take k m) \in states) -> (size states <= size m)%N ->
  exists a b c, [/\ m = a ++ b ++ c, (0 < size b)%N
    & certificate (nseq (size b) (1 : R)) (map z b)].
Proof.
move=> in_states few; pose visited := [seq weights z eta w (take k m) | k <- iota 0 (size m).+1].
have /(uniqPn 0)[i [j [ij j_m same]]] : ~~ uniq visited.
  apply: contraL few => /uniq_leq_size visits; rewrite -ltnNge.
  have := visits states; rewrite size_map size_iota; apply.
  by move=> v /mapP[k _ ->].
rewrite size_map size_iota ltnS in j_m.
have nthE k : (k <= size m)%N -> nth 0 visited k = weights z eta w (take k m).
  by move=> k_m; rewrite (nth_map 0%N) ?size_iota ?ltnS // nth_iota ?add0n ?ltnS.
rewrite !nthE ?(leq_trans (ltnW ij)) // in same.
have cut : take j m = take i m ++ drop i (take j m).
  by rewrite -{1}(cat_take_drop i (take j m)) take_take // ltnW.
exists (take i m), (drop i (take j m)), (drop j m); split.
- by rewrite catA -cut cat_take_drop.
- by rewrite size_drop size_takel // subn_gt0.
case b: (drop i (take j m)) => [|t b'].
  by have := congr1 size b; rewrite size_drop size_takel // => /eqP; rewrite subn_eq0 leqNgt ij.
by apply: (@repeated_state (weights z eta w (take i m))); rewrite -after_cat -b -cut same.
Qed.
End Return.

(* Finite data: it ends if anything separates them, and never ends otherwise. *)
Section Termination.
Variables (R : archiFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis positive : definite ip.
Hypothesis eta_gt0 : 0 < eta.
Local Notation "u · v" := (dot ip u v) (at level 40).
Local Notation train := (train (mistaken ip z) (update z eta)).
Local Notation ended w s := (Machine.separates (mistaken ip z) w s).

(* More than ‖u‖² R²/γ² passes are enough. *)
Theorem enough_fuel u gamma r2 s fuel : 0 <= r2 -> 0 < gamma ->
  margin ip z u gamma s -> within ip z r2 s -> (u · u) * r2 / gamma ^+ 2 < fuel%:R ->
  ended (weights z eta 0 (train fuel 0 s)) s.
Proof.
move=> r2_ge0 gamma_gt0 good short enough.
have gamma2_gt0 : 0 < gamma ^+ 2 by rewrite exprn_gt0.
case: fuel enough => [|n]; first by rewrite ltNge divr_ge0 ?mulr_ge0 ?dot_ge0 // ltW.
move=> enough; pose p i := (gamma <= z i · u) && (z i · z i <= r2).
have ps : all p s by rewrite all_predI; apply/andP.
apply: (train_ends (p := p) (n := n)) ps _ (leqnn _) => m; rewrite all_predI => /andP[gm sm] wrong.
rewrite -ltnS -(ltr_nat R); apply: le_lt_trans enough.
by rewrite ler_pdivl_mulr //; exact: conclusion eta_gt0 _ _ _ _ r2_ge0 gamma_gt0 wrong gm sm.
Qed.

(* Of finite data, strictly separable is enough: γ and R exist by themselves. *)
Theorem finite_and_separable s : (exists u, separates ip u (map z s)) ->
  exists fuel, ended (weights z eta 0 (train fuel 0 s)) s.
Proof.
case=> u; rewrite /separates all_map => sep.
have [gamma gamma_gt0 good] : exists2 gamma, 0 < gamma & margin ip z u gamma s.
  elim: s sep => [|i s IH] /=; first by exists 1; rewrite ?ltr01.
  move=> /andP[ui /IH[gamma gamma_gt0 good]]; exists (Num.min (u · z i) gamma).
    by rewrite lt_minr ui.
  rewrite le_minl dotC lexx /=; apply: sub_all good => j; apply: le_trans.
  by rewrite le_minl lexx orbT.
have [r2 r2_ge0 short] : exists2 r2, 0 <= r2 & within ip z r2 s.
  elim: s {sep good} => [|i s [r2 r2_ge0 short]] /=; first by exists 0.
  exists (Num.max (z i · z i) r2); first by rewrite le_maxr r2_ge0 orbT.
  rewrite le_maxr lexx /=; apply: sub_all short => j /le_trans; apply.
  by rewrite le_maxr lexx orbT.
exists (Num.bound ((u · u) * r2 / gamma ^+ 2)).
apply: (enough_fuel r2_ge0 gamma_gt0 good short); apply: archi_boundP.
exact: divr_ge0 (mulr_ge0 (dot_ge0 _ _) r2_ge0) (sqr_ge0 _).
Qed.

(* Where it ends, w separates: so a certificate means that it never ends, from any start. *)
Theorem certificate_never_ends a s fuel w : certificate a (map z s) ->
  ~~ ended (weights z eta w (train fuel w s)) s.
Proof.
move=> /(certificate_excludes ip (weights z eta w (train fuel w s))); rewrite /separates all_map.
apply: contra; apply: sub_all => i /=; by rewrite /mistaken -ltNge.
Qed.

(* From Gordan to the algorithm: it ends, or a certificate says why it never will. *)
Theorem ends_or_certificate s :
  (exists fuel, ended (weights z eta 0 (train fuel 0 s)) s) \/
  (exists a, certificate a (map z s)).
Proof. by case: (gordan positive (map z s)) => [/finite_and_separable|]; [left | right]. Qed.
End Termination.
