import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Lower bound: Postgres stores nothing before 4713 BC, and RFC 3339 nothing before year 0. */
const FIRST_INSTANT_MS = Date.parse('0000-01-01T00:00:00Z');

/**
 * Inclusive bound of a time range: an ISO 8601 time, in UTC unless it has an offset, or a date,
 * which means that whole day in UTC. Parsed to milliseconds since 1970, clamped to year 0.
 */
export function instantField(bound: 'from' | 'to') {
  const description =
    bound === 'from'
      ? 'Earliest time, included: ISO 8601, in UTC unless it has an offset; a date means its start in UTC.'
      : 'Latest time, included: ISO 8601, in UTC unless it has an offset; a date means its end in UTC.';
  // RFC 3339 is documented; other ISO 8601 formats are accepted.
  const meta = { description, examples: ['2026-01-31T00:00:00Z'], format: 'date-time' };
  return z
    .string()
    .meta(meta)
    .transform((value, context): number => {
      const instant = parseInstant(value, bound);
      if (instant !== undefined) return Math.max(FIRST_INSTANT_MS, instant);
      context.issues.push({
        code: 'custom',
        input: value,
        message: 'must be an ISO 8601 date or time, for example 2026-01-31T00:00:00Z',
      });
      return z.NEVER;
    });
}

function parseInstant(value: string, bound: 'from' | 'to'): number | undefined {
  // Temporal also accepts bracketed annotations, which are not ISO 8601.
  if (value.length > 40 || value.includes('[')) return undefined;
  try {
    if (!/^\d{4}-?\d{2}-?\d{2}$/.test(value))
      return Temporal.Instant.from(withOffset(value)).epochMilliseconds;
    const day = Temporal.PlainDate.from(value);
    const start = (date: Temporal.PlainDate) => date.toZonedDateTime('UTC').epochMilliseconds;
    return bound === 'from' ? start(day) : start(day.add({ days: 1 })) - 1;
  } catch {
    return undefined;
  }
}

/** Separates time and offset. An unencoded `+` in a query arrives as a space. */
const TIME = /^([^T]+T[\d:.,]+)( (?=\d))?(.*)$/i;

function withOffset(value: string): string {
  const [, time, space, offset = ''] = TIME.exec(value) ?? [];
  if (time === undefined) return value;
  return `${time}${space ? '+' : ''}${offset || 'Z'}`;
}
