import { Mistake } from '../text/failure.ts';
import type { ShownEvent } from './events.ts';

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `1h` ago, or an instant. @throws Mistake for an invalid time. */
export function toSince(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new Mistake(`--since ${text}: say 1h, or 2026-01-31T12:00Z`);
  return at;
}

/**
 * Filters for `--types payment.*,invoice.paid`: the API filters a single type, several are filtered
 * here.
 */
export function typesOf(given: readonly string[]) {
  const types = given.flatMap((text) => text.split(',')).map((type) => type.trim());
  const [only] = types;
  const matches = ({ type }: ShownEvent) =>
    types.length < 2 || types.some((wanted) => isOf(wanted, type));
  return { type: types.length === 1 ? only : undefined, matches };
}

function isOf(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
