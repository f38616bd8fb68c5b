/**
 * Maximum deviation of a signature's time, in seconds. Older ones may be replays; later ones would
 * stay replayable until then.
 */
export const TOLERANCE_S = 300;

/** Whether a signature's time is close to ours; Stripe's library rejects only past times. */
export function isOfNow(signature: string, now: number): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const isNear = (seconds: number) => Math.abs(Math.floor(now / 1_000) - seconds) <= TOLERANCE_S;
  // The library uses one of several times, and the leading digits of a text.
  return times.every((time) => /^t=\d{1,12}$/.test(time) && isNear(Number(time.slice(2))));
}
