import { randomBytes } from 'node:crypto';
import { shardOf, type Uuid } from '@florin/contracts';
import { type Cursor, travelOf } from '@florin/database';
import type { Kysely } from 'kysely';
import type { LedgerTables } from '../tables.ts';
import { markToken, shardOfToken } from './place.ts';

const TOKEN_BYTES = 32;

/** The tables of the ledger: in one place, or parted by accounts among several shards. */
export interface Books {
  /** Every shard, for what is asked of all accounts. */
  readonly all: readonly Kysely<LedgerTables>[];
  /** Those in which an account is, and whatever was made in its name. */
  of(id: Uuid): Kysely<LedgerTables>;
  /** Those in which the payment request with this token is. */
  ofToken(token: string): Kysely<LedgerTables>;
  /** A new token for a payment request of this account. */
  newToken(accountId: Uuid): string;
}

export function makeBooks(all: readonly Kysely<LedgerTables>[]): Books {
  const count = all.length;
  const at = (index: number) => {
    const db = all[index];
    if (db === undefined) throw new Error(`there is no shard ${index}`);
    return db;
  };
  const isOne = count === 1;
  return {
    all,
    of: (id) => at(isOne ? 0 : shardOf(id, count)),
    ofToken: (token) => at(isOne ? 0 : shardOfToken(token, count)),
    newToken(accountId) {
      const bytes = randomBytes(TOKEN_BYTES);
      const marked = isOne ? bytes : markToken(bytes, { index: shardOf(accountId, count), count });
      return marked.toString('base64url');
    },
  };
}

/**
 * The first rows of a list in the direction of travel: of the shard of one account, or of all shards,
 * each of which is asked for as many.
 */
export async function selectAcross<Row extends { readonly id: Uuid }>(
  books: Books,
  { accountId, ...cursor }: Pick<Cursor, 'before' | 'order'> & { readonly accountId: Uuid | null },
  rowsMax: number,
  select: (db: Kysely<LedgerTables>) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (accountId !== null) return select(books.of(accountId));
  const [first = [], ...others] = await Promise.all(books.all.map(select));
  if (others.length === 0) return first;
  const sign = travelOf(cursor) === 'asc' ? 1 : -1;
  return [first, ...others]
    .flat()
    .toSorted((a, b) => (a.id < b.id ? -sign : sign))
    .slice(0, rowsMax);
}
