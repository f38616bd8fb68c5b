import { randomBytes } from 'node:crypto';
import { shardOf, type Uuid } from '@florin/contracts';
import { type Cursor, travelOf } from '@florin/database';
import type { Kysely } from 'kysely';
import type { LedgerTables } from '../schema/tables.ts';
import { markToken, shardOfToken } from './place.ts';

const TOKEN_BYTES = 32;

/** The tables of the ledger: in one database, or in several shards by account. */
export interface Books {
  /** All shards, for queries over all accounts. */
  readonly all: readonly Kysely<LedgerTables>[];
  /** The shard of an account, and of all objects created for it. */
  of(id: Uuid): Kysely<LedgerTables>;
  /** The shard of the payment request with this token. */
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
 * The first rows of a list in paging order: from the shard of one account, or merged from all
 * shards, which are all queried for that many.
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
