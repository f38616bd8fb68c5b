/** So many requests that are not answered yet are a full load, whatever they wait for. */
const OPEN_FULL = 128;
/** Over so long a burst of garbage collection is no load. */
const MEASURED_EVERY_MS = 1_000;

/**
 * How busy this process is, from 0 to 1: the share of the time in which its thread computes, or the requests that
 * it has not answered yet, where those wait for something else. What the processor gives to others is not its
 * load: a second process beside it would have no more of it.
 * @param nowMs of a clock that does not go back
 * @param computedMs what the thread has computed since its start
 */
export function makeLoadMeter(
  nowMs: () => number,
  computedMs: () => number,
): (open: number) => number {
  let since = { at: nowMs(), computed: computedMs() };
  let share = 0;
  return (open) => {
    const elapsed = nowMs() - since.at;
    if (elapsed >= MEASURED_EVERY_MS) {
      const computed = computedMs();
      share = (computed - since.computed) / elapsed;
      since = { at: since.at + elapsed, computed };
    }
    return Math.min(1, Math.max(share, open / OPEN_FULL));
  };
}

const US_PER_MS = 1_000;

/** Of the thread that calls it. */
export function threadComputedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / US_PER_MS;
}
