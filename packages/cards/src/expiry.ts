export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** With its century. */
  readonly year: number;
}

/** Month first, as on cards; apart, or four or six digits together. */
const APART = /^(?<month>0?[1-9]|1[0-2])\s*[/.\-\s]\s*(?<year>\d{2}|\d{4})$/;
const TOGETHER = /^(?<month>0[1-9]|1[0-2])(?<year>\d{2}|\d{4})$/;
/** Year first, as ISO 8601 has it and browsers fill it in. */
const ISO = /^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$/;

/**
 * Reads the month in which a card ends: "12/29", "1229", "12 / 2029", "2029-12". Undefined when it
 * is none. `now` is milliseconds since 1970: two digits are a year of its century.
 */
export function readExpiry(text: string, now: number): Expiry | undefined {
  const typed = text.trim();
  const { month, year } = [APART, TOGETHER, ISO].map((shape) => shape.exec(typed)).find(Boolean)
    ?.groups ?? { month: undefined, year: undefined };
  if (month === undefined || year === undefined) return undefined;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? century : 0) };
}

/** Whether a card has ended: it is good until the end of its month, in UTC. */
export function hasExpired({ month, year }: Expiry, now: number): boolean {
  // Counted from 0, `month` is the one after.
  return Date.UTC(year, month) <= now;
}
