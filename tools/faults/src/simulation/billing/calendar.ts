/** A calendar duration in UTC. */
export interface Length {
  readonly months: number;
  readonly days: number;
}

/** The instant `count` durations after an anchor, each computed from the anchor itself. */
export function after(anchorMs: number, { months, days }: Length, count: number): number {
  const anchor = new Date(anchorMs);
  if (months === 0) return anchorMs + days * count * 86_400_000;
  const month = anchor.getUTCMonth() + months * count;
  const lastDate = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const date = Math.min(anchor.getUTCDate(), lastDate);
  const midnight = Date.UTC(anchor.getUTCFullYear(), month, date);
  return midnight + (anchorMs % 86_400_000);
}

/** `amount · part / whole`, rounding halves to even. */
export function share(amount: number, part: number, whole: number): number {
  const [dividend, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  const [floor, rest] = [dividend / divisor, dividend % divisor];
  const isUp = rest * 2n > divisor || (rest * 2n === divisor && floor % 2n === 1n);
  return Number(isUp ? floor + 1n : floor);
}
