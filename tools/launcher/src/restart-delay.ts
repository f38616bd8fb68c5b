/** After living this long, a process that dies counts as having died for the first time. */
const livedWellMs = 10_000;
const firstDelayMs = 250;
const delayMaxMs = 2_000;

/** How often in a row a process died young, this time included. */
export function countQuickDeaths(before: number, livedMs: number): number {
  return livedMs >= livedWellMs ? 1 : before + 1;
}

/** The first time at once, then with a delay that doubles up to 2 s. */
export function restartDelayMs(quickDeaths: number): number {
  if (quickDeaths <= 1) return 0;
  return Math.min(firstDelayMs * 2 ** (quickDeaths - 2), delayMaxMs);
}
