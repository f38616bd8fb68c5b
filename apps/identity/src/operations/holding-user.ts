import { AppError } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { IdentityTables } from '../store/schema.ts';
import { UserMoved } from '../store/users.ts';

const TRIES_MAX = 3;

/**
 * A transaction that holds a user, begun anew when they change accounts meanwhile.
 * @throws AppError unavailable when they do so again and again.
 */
export async function holdingUser<Result>(
  db: Kysely<IdentityTables>,
  work: (tx: Transaction<IdentityTables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof UserMoved)) throw error;
    }
  }
  throw new AppError('unavailable', 'the user changes accounts just now: repeat the request');
}
