/**
 * How many are somewhere, added up over time: between two readings it grows by how many were there on
 * average, times the time between them. Those that are stuck count, too, unlike in a sum over those that have left.
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
