const TICK_MS = 50;

/**
 * A clock for limits on waiting: it counts the turns of a timer, so it stands still while a busy machine does not
 * let this process run.
 */
export function startTicks(): { ms(): number; stop(): void } {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  return { ms: () => ticks * TICK_MS, stop: () => clearInterval(timer) };
}
