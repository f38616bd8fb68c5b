/**
 * How far a signature's time may be from ours, in seconds. An older one may be a replay; one from later
 * would stay good for replays until then.
 */
export const TOLERANCE_S = 300;

/** Whether a signature's time is near ours: Stripe's library refuses past times alone. */
export function isOfNow(signature: string, now: number): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const isNear = (seconds: number) => Math.abs(Math.floor(now / 1_000) - seconds) <= TOLERANCE_S;
  // The library takes one of several, and the digits that a text begins with.
  return times.every((time) => /^t=\d{1,12}$/.test(time) && isNear(Number(time.slice(2))));
}
