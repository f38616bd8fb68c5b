/** Remembered answers are looked up again after this, long before revocations are forgotten. */
const GOOD_FOR_MS_MAX = 5 * 60_000;

/** What lets a gateway remember an answer. */
export interface Remembrance {
  /** Number of the last revocation that the answer knows of: a newer one may make it void. */
  readonly revision: bigint;
  readonly goodForMs: number;
}

/** How long a gateway may remember what ends by itself at this time; null when it never does. */
export function goodForMs(end: Date | null, now: Date): number {
  const leftMs = end === null ? GOOD_FOR_MS_MAX : end.getTime() - now.getTime();
  return Math.min(GOOD_FOR_MS_MAX, leftMs);
}
