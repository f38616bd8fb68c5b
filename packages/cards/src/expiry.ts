export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** Month first, as on cards: with a separator, or as four or six digits. */
const APART = /^(?<month>0?[1-9]|1[0-2])\s*[/.\-\s]\s*(?<year>\d{2}|\d{4})$/;
const TOGETHER = /^(?<month>0[1-9]|1[0-2])(?<year>\d{2}|\d{4})$/;
/** Year first, as in ISO 8601 and browser autofill. */
const ISO = /^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$/;

/**
 * Parses the expiry month of a card: "12/29", "1229", "12 / 2029", "2029-12". Undefined if invalid.
 * @param now milliseconds since 1970; its century completes a two-digit year
 */
export function readExpiry(text: string, now: number): Expiry | undefined {
  const typed = text.trim();
  const { month, year } = [APART, TOGETHER, ISO].map((shape) => shape.exec(typed)).find(Boolean)
    ?.groups ?? { month: undefined, year: undefined };
  if (month === undefined || year === undefined) return undefined;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? century : 0) };
}

/** Whether a card has expired. It is valid until the end of its month in UTC. */
export function hasExpired({ month, year }: Expiry, now: number): boolean {
  // `Date.UTC` counts months from 0, so `month` is the following one.
  return Date.UTC(year, month) <= now;
}
