import { AppError, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { AccountStatus } from '../domain/standing.ts';
import { holdAccount } from '../store/accounts.ts';
import type { IdentityTables } from '../store/schema.ts';

/**
 * Keeps an account from closing until the transaction ends.
 * @throws AppError invalid_request when it is closed already, or none of ours.
 */
export async function holdOpenAccount(
  tx: Transaction<IdentityTables>,
  accountId: Uuid,
): Promise<void> {
  assertOpen(await holdAccount(tx, accountId));
}

/** @throws AppError invalid_request when the account is closed, or none of ours. */
export function assertOpen(status: AccountStatus | undefined): void {
  if (status === undefined || status === 'closed')
    throw new AppError('invalid_request', 'account_id: there is no open account with this id');
}
