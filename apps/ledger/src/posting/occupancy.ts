/**
 * Integral of the number of items over time: its increase between two readings is the average
 * number times the interval. Includes items that are stuck.
 */
export function makeOccupancy(nowMs: () => number) {
  let inside = 0;
  let since = nowMs();
  let totalMs = 0;

  function count(): void {
    const now = nowMs();
    totalMs += inside * (now - since);
    since = now;
  }

  return {
    enter(): void {
      count();
      inside += 1;
    },
    leave(): void {
      count();
      inside -= 1;
    },
    seconds(): number {
      count();
      return totalMs / 1e3;
    },
  };
}
