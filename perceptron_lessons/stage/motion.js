// From one pose of the picture to another, a frame at a time. A pose is numbers, in lists and objects.

const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** The pose a share t of the way from one to another. */
export function between(from, to, t) {
  if (typeof to === "number") return from + (to - from) * t;
  const shares = Object.entries(to).map(([name, v]) => [name, between(from[name], v, t)]);
  return Array.isArray(to) ? shares.map(([, v]) => v) : Object.fromEntries(shares);
}

/** What paints poses: `play` goes through steps [pose, milliseconds]. */
export function makeMotion(paint, isStill) {
  let pose;
  let frame;
  let ended = () => {}; // what waits for the end of what plays

  function show(next) {
    pose = next;
    paint(pose);
  }

  function stop() {
    cancelAnimationFrame(frame);
    ended(false);
  }

  // Returns a promise of whether it came to its end, or something else was shown before.
  function play(steps) {
    stop();
    const [last, time] = steps.at(-1);
    const isAtOnce = isStill() || !time || !pose;
    show(isAtOnce ? last : pose);
    return new Promise((resolve) => {
      ended = resolve;
      if (isAtOnce) return resolve(true);
      let [from, begun, at] = [pose, performance.now(), 0];
      function tick(now) {
        const [to, duration] = steps[at];
        const t = duration ? Math.max(0, Math.min(1, (now - begun) / duration)) : 1;
        show(between(from, to, ease(t)));
        if (t === 1) [from, begun, at] = [to, now, at + 1];
        if (at < steps.length) frame = requestAnimationFrame(tick);
        else resolve(true);
      }
      frame = requestAnimationFrame(tick);
    });
  }

  return { play, stop, repaint: () => paint(pose) };
}
