import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import { claimAccount, lockAccount, releaseAccount, saveAccount } from '../accounts/queries.ts';
import { accessOf, toEvent, toResource } from '../domain/account.ts';
import { type AccountChange, applyChange } from '../domain/account-change.ts';
import type { Updating, UpdatingCalls } from '../domain/updating.ts';
import { refusalOf, refuseClaim, runOf } from '../refusals.ts';
import type { AccountsTables, Db, Tx } from '../schema.ts';

const CURRENCY_IS_FIXED = 'settings.currency: cannot change after the first posting to the account';

/**
 * Changes an account. Steps that can be refused come first: email, then currency. The account is
 * claimed meanwhile, so that all services see changes in the same order.
 */
export function updatingSaga(db: Db, calls: UpdatingCalls): Saga<Updating, AccountsTables> {
  return {
    kind: 'update_account',
    first: 'claim',
    steps: {
      async claim(updating, stepKey) {
        if (!needsOtherServices(updating.change)) return { next: 'save', state: updating };
        const claim = await claimAccount(db, updating.accountId, runOf(stepKey));
        if (claim === 'claimed') return { next: 'reserve_email', state: updating };
        return { done: async () => refuseClaim(claim) };
      },
      async reserve_email(updating, stepKey) {
        const { email } = updating.change;
        const refusal =
          email === undefined
            ? undefined
            : await refusalOf(calls.reserveEmail(updating, email), ['email_exists']);
        if (!refusal) return { next: 'change_currency', state: updating };
        return { done: (tx) => refuseUpdate(tx, updating, runOf(stepKey), refusal) };
      },
      async change_currency(updating, stepKey) {
        const currency = updating.change.settings?.currency;
        if (currency === undefined) return { next: 'confirm_email', state: updating };
        const refusal = await refusalOf(calls.changeCurrency(updating, currency), ['conflict']);
        if (!refusal)
          return { next: 'confirm_email', state: { ...updating, isCurrencyChanged: true } };
        const reply = refuse('invalid_request', CURRENCY_IS_FIXED);
        return { done: (tx) => refuseUpdate(tx, updating, runOf(stepKey), reply) };
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
        if (status !== undefined) await calls.setAccess(updating, accessOf(status));
        return { next: 'save', state: updating };
      },
      async save(updating, stepKey) {
        return { done: (tx) => save(tx, updating, runOf(stepKey)) };
      },
    },
  };
}

/** Whether another service must apply it, or can refuse it. */
function needsOtherServices({ email, settings, status }: AccountChange): boolean {
  return email !== undefined || settings?.currency !== undefined || status !== undefined;
}

/**
 * Ends with a refusal. A currency that the ledger has already changed stays, because it may be in
 * use.
 */
async function refuseUpdate(tx: Tx, updating: Updating, run: Uuid, refusal: Reply): Promise<Reply> {
  const currency = updating.isCurrencyChanged && updating.change.settings?.currency;
  const change = currency ? { settings: { currency } } : {};
  await save(tx, { ...updating, change }, run);
  return refusal;
}

async function save(tx: Tx, updating: Updating, run: Uuid): Promise<Reply> {
  const before = await lockAccount(tx, updating.accountId);
  if (!before) throw new Error(`account ${updating.accountId} does not exist`);
  if (before.status === 'closed') return refuseClaim('closed');
  await releaseAccount(tx, before.id, run);
  const changed = applyChange(before, updating.change);
  if (changed === before) return { status: 200, body: toResource(before) };
  const after = await saveAccount(tx, changed);
  await addToOutbox(tx, [toEvent(before, after, updating)]);
  return { status: 200, body: toResource(after) };
}
