/** After this lifetime, a process's death counts as the first one. */
const livedWellMs = 10_000;
const firstDelayMs = 250;
const delayMaxMs = 2_000;

/** Number of early deaths in a row, including this one. */
export function countQuickDeaths(before: number, livedMs: number): number {
  return livedMs >= livedWellMs ? 1 : before + 1;
}

/** Immediate the first time, then a delay that doubles up to 2 s. */
export function restartDelayMs(quickDeaths: number): number {
  if (quickDeaths <= 1) return 0;
  return Math.min(firstDelayMs * 2 ** (quickDeaths - 2), delayMaxMs);
}
