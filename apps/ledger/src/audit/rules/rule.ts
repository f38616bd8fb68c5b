import type { Invariant } from '../../domain/invariants.ts';

/**
 * A query of violations. Sources: `b` balances, `t` transactions, `e` entries, `c` charges, `f`
 * funds, `p` payment requests, `a` attempts, `o` events, `r` replies, `x` objects with events.
 */
export type Rules = Partial<Readonly<Record<Invariant, string>>>;

export const parts = ['available', 'held', 'settled', 'fees', 'external'] as const;

/** All parts of an amount as text: `900/100/0/0/-1000`. */
export function partsOf(prefix: string, suffix = ''): string {
  return `concat_ws('/', ${parts.map((part) => `${prefix}${part}${suffix}`).join(', ')})`;
}

/** The instant encoded in an id. */
export function timeOf(id: string): string {
  const hex = `lpad(replace(left(${id}::text, 13), '-', ''), 16, '0')`;
  return `to_timestamp(('x' || ${hex})::bit(64)::bigint / 1000.0)`;
}
