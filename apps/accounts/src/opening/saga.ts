import { addToOutbox, type Saga } from '@florin/database';
import { insertAccount } from '../accounts/queries.ts';
import { toEvent, toResource } from '../domain/account.ts';
import type { Opening, OpeningCalls } from '../domain/opening.ts';
import { refusalOf } from '../refusals.ts';
import type { AccountsTables } from '../schema.ts';

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
