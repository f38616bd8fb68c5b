import type { Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import { type Account, type Cause, toEvent, toResource } from '../accounts/model.ts';
import { insertAccount } from '../accounts/queries.ts';
import { refusalOf } from '../refusals.ts';
import type { AccountsTables } from '../schema.ts';

/** All that opening an account needs to know, at any step and in any process. */
export interface Opening
  extends Cause,
    Pick<Account, 'id' | 'email' | 'name' | 'type' | 'settings'> {
  readonly requestId: string;
  /** Never the password itself. */
  readonly passwordHash: string;
  /** The user whose token opens it, if that user is to own it too. */
  readonly creatorUserId: Uuid | null;
  /** The platform's own account, whose owner is the first admin. */
  readonly isPlatform: boolean;
  /** Absent for active, also in work that an older version has begun. */
  readonly status?: 'active' | 'pending';
}

/** What opening an account asks of other services; each may be asked again. */
export interface OpeningCalls {
  reserveOwner(opening: Opening): Promise<void>;
  openBalance(opening: Opening): Promise<void>;
  confirmOwner(opening: Opening): Promise<void>;
}

/**
 * Opens an account: its email and owner are reserved, its balance opened, its owner confirmed,
 * and only then it is there. Until the owner is confirmed it can still be refused, since a
 * reservation that ran out may have gone to somebody else; from then on it can only succeed.
 */
export function openingSaga(calls: OpeningCalls): Saga<Opening, AccountsTables> {
  return {
    kind: 'open_account',
    first: 'reserve_owner',
    steps: {
      async reserve_owner(opening) {
        const codes = ['email_exists', 'conflict'] as const;
        const refusal = await refusalOf(calls.reserveOwner(opening), codes);
        return refusal ? { done: async () => refusal } : { next: 'open_balance', state: opening };
      },
      async open_balance(opening) {
        await calls.openBalance(opening);
        return { next: 'confirm_owner', state: opening };
      },
      async confirm_owner(opening) {
        const gone = await refusalOf(calls.confirmOwner(opening), ['not_found']);
        return { next: gone ? 'reserve_owner' : 'save_account', state: opening };
      },
      async save_account(opening) {
        return {
          done: async (tx) => {
            const account = await insertAccount(tx, opening);
            await addToOutbox(tx, [toEvent(undefined, account, opening)]);
            return { status: 201, body: toResource(account) };
          },
        };
      },
    },
  };
}
