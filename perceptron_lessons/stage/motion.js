// From one pose of the picture to another, a frame at a time. A pose is numbers, in lists and objects.

const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** The pose a share t of the way from one to another. */
export function between(from, to, t) {
  if (typeof to === "number") return from + (to - from) * t;
  const shares = Object.entries(to).map(([name, v]) => [name, between(from[name], v, t)]);
  return Array.isArray(to) ? shares.map(([, v]) => v) : Object.fromEntries(shares);
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** What paints poses: `play` goes through steps [pose, milliseconds]. */
export function makeMotion(paint, isCalm) {
  let pose;
  let playing; // the steps that are gone through now

  // Returns whether it came to its end, or something else was shown before.
  async function play(steps) {
    playing = steps;
    const isAtOnce = isCalm() || !pose;
    for (const [to, time] of isAtOnce ? [[steps.at(-1)[0], 0]] : steps) {
      const [from, begun] = [pose, performance.now()];
      let t = time ? 0 : 1;
      for (;;) {
        pose = t < 1 ? between(from, to, ease(t)) : to;
        paint(pose);
        if (t === 1) break;
        const now = await nextFrame();
        if (playing !== steps) return false;
        t = Math.max(0, Math.min(1, (now - begun) / time));
      }
    }
    return true;
  }

  return { play, stop: () => (playing = null), repaint: () => paint(pose) };
}
