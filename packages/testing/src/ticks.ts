const TICK_MS = 50;

/**
 * A clock for time limits that counts timer ticks, so it stands still while a busy machine does not
 * run this process.
 */
export function startTicks(): { ms(): number; stop(): void } {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  return { ms: () => ticks * TICK_MS, stop: () => clearInterval(timer) };
}
