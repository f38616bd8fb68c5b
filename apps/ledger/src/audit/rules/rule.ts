import type { Invariant } from '../model.ts';

/**
 * A query of what breaks an invariant: `account_id`, `kind` of the id, `id`, what was `expected`
 * and what was `found`. It reads the rows of a range of accounts: `b` balances, `t` transactions,
 * `e` entries, `c` charges, `f` movements from and to the outside, `p` payment requests, `a` attempts, `o` events, `r` replies, and `x`,
 * which is what has events.
 */
export type Rules = Partial<Readonly<Record<Invariant, string>>>;

export const parts = ['available', 'held', 'settled', 'fees', 'external'] as const;

/** All parts of an amount in one text: `900/100/0/0/-1000`. */
export function partsOf(prefix: string, suffix = ''): string {
  return `concat_ws('/', ${parts.map((part) => `${prefix}${part}${suffix}`).join(', ')})`;
}

/** The instant inside an id. */
export function timeOf(id: string): string {
  const hex = `lpad(replace(left(${id}::text, 13), '-', ''), 16, '0')`;
  return `to_timestamp(('x' || ${hex})::bit(64)::bigint / 1000.0)`;
}
