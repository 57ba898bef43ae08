// From one pose of the picture to another, a frame at a time. A pose is numbers, in lists and objects.

const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** The pose a share t of the way from one to another. */
export function between(from, to, t) {
  if (typeof to === "number") return typeof from === "number" ? from + (to - from) * t : to;
  if (Array.isArray(to)) return to.map((v, i) => between(from?.[i], v, t));
  if (to === null || typeof to !== "object") return to;
  return Object.fromEntries(Object.entries(to).map(([name, v]) => [name, between(from?.[name], v, t)]));
}

/** What paints poses: `show` at once, `play` through steps [pose, milliseconds]. */
export function makeMotion(paint, isStill) {
  let pose;
  let frame;
  let ended = () => {}; // what waits for the end of what plays

  function stop() {
    cancelAnimationFrame(frame);
    ended(false);
  }

  function show(next) {
    stop();
    pose = next;
    paint(pose);
  }

  // Returns a promise of whether it came to its end, or something else was shown before.
  function play(steps) {
    const last = steps.at(-1)[0];
    if (isStill() || !pose) {
      show(last);
      return Promise.resolve(true);
    }
    stop();
    return new Promise((resolve) => {
      ended = resolve;
      let [from, begun, at] = [pose, performance.now(), 0];
      function tick(now) {
        const [to, duration] = steps[at];
        const t = Math.max(0, Math.min(1, (now - begun) / duration));
        pose = between(from, to, ease(t));
        paint(pose);
        if (t === 1) [from, begun, at] = [to, now, at + 1];
        if (at < steps.length) frame = requestAnimationFrame(tick);
        else resolve(true);
      }
      frame = requestAnimationFrame(tick);
    });
  }

  return { show, play, stop, repaint: () => paint(pose) };
}
