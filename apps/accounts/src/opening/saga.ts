import type { Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import { type Account, type Cause, toEvent, toResource } from '../accounts/model.ts';
import { insertAccount } from '../accounts/queries.ts';
import { refusalOf } from '../refusals.ts';
import type { AccountsTables } from '../schema.ts';

/** State of the opening of an account. Persisted, so that any process can resume it. */
export interface Opening
  extends Cause,
    Pick<Account, 'id' | 'email' | 'name' | 'type' | 'settings'> {
  readonly requestId: string;
  /** Never the plain password. */
  readonly passwordHash: string;
  /** The user whose token opens it, if that user becomes its owner. */
  readonly creatorUserId: Uuid | null;
  /** The platform's own account, owned by the first admin. */
  readonly isPlatform: boolean;
  /** Absent for active, and in sagas started by an earlier version. */
  readonly status?: 'active' | 'pending';
}

/** Calls to other services that open an account. All are idempotent. */
export interface OpeningCalls {
  reserveOwner(opening: Opening): Promise<void>;
  openBalance(opening: Opening): Promise<void>;
  confirmOwner(opening: Opening): Promise<void>;
}

/**
 * Opens an account: reserves email and owner, opens the balance, confirms the owner, then creates
 * it. Until the owner is confirmed it can be refused, because an expired reservation may be taken.
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
