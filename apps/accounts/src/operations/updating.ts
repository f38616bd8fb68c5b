import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import { type Cause, toEvent, toResource } from '../domain/account.ts';
import { type AccountChange, applyChange } from '../domain/change.ts';
import { lockAccount, saveAccount } from '../store/accounts.ts';
import type { AccountsTables } from '../store/schema.ts';
import { refusalOf } from './refusal-of.ts';

const CURRENCY_IS_FIXED = 'settings.currency: is fixed once something was posted to the account';

/** A change of an account, at any step and in any process. */
export interface Updating extends Cause {
  readonly requestId: string;
  readonly accountId: Uuid;
  /** Only what differs from the account as it was when the change was asked for. */
  readonly change: AccountChange;
}

/** What changing an account asks of other services; each may be asked again. */
export interface UpdatingCalls {
  reserveEmail(updating: Updating, email: string): Promise<void>;
  confirmEmail(updating: Updating, email: string): Promise<void>;
  changeCurrency(updating: Updating, currency: string): Promise<void>;
  setAccess(updating: Updating, access: 'open' | 'read_only'): Promise<void>;
}

/**
 * Changes an account. What others may refuse comes first: the email is reserved, the currency
 * changed; then nothing can be refused any more, unless the reservation has run out meanwhile.
 */
export function updatingSaga(calls: UpdatingCalls): Saga<Updating, AccountsTables> {
  return {
    kind: 'update_account',
    first: 'reserve_email',
    steps: {
      async reserve_email(updating) {
        const { email } = updating.change;
        const refusal =
          email === undefined
            ? undefined
            : await refusalOf(calls.reserveEmail(updating, email), ['email_exists']);
        return refusal
          ? { done: async () => refusal }
          : { next: 'change_currency', state: updating };
      },
      async change_currency(updating) {
        const currency = updating.change.settings?.currency;
        const refusal =
          currency === undefined
            ? undefined
            : await refusalOf(calls.changeCurrency(updating, currency), ['conflict', 'not_found']);
        if (!refusal) return { next: 'confirm_email', state: updating };
        return { done: async () => refuse('invalid_request', CURRENCY_IS_FIXED) };
      },
      async confirm_email(updating) {
        const { email } = updating.change;
        const gone =
          email === undefined
            ? undefined
            : await refusalOf(calls.confirmEmail(updating, email), ['not_found']);
        return { next: gone ? 'reserve_email' : 'set_access', state: updating };
      },
      async set_access(updating) {
        const { status } = updating.change;
        if (status !== undefined)
          await calls.setAccess(updating, status === 'suspended' ? 'read_only' : 'open');
        return { done: (tx) => save(tx, updating) };
      },
    },
  };
}

async function save(tx: Transaction<AccountsTables>, updating: Updating): Promise<Reply> {
  const before = await lockAccount(tx, updating.accountId);
  if (!before) throw new Error(`account ${updating.accountId} is gone`);
  const changed = applyChange(before, updating.change);
  if (changed === before) return { status: 200, body: toResource(before) };
  const after = await saveAccount(tx, changed);
  await addToOutbox(tx, [toEvent(before, after, updating)]);
  return { status: 200, body: toResource(after) };
}
