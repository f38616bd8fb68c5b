/** This many open requests count as full load, whatever they wait for. */
const OPEN_FULL = 128;
/** Long enough that a burst of garbage collection does not count as load. */
const MEASURED_EVERY_MS = 1_000;

/**
 * Load of this process from 0 to 1: its thread's share of CPU time or, if higher, its open
 * requests. CPU time of other processes does not count, since another process here would not help.
 * @param nowMs monotonic clock
 * @param computedMs CPU time of the thread since its start
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

/** CPU time of the calling thread. */
export function threadComputedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / US_PER_MS;
}
