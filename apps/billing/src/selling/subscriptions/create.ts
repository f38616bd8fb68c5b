import { type Reply, refuse } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import { refuseUnsold } from '../../catalogue/plans/change.ts';
import { readTimes } from '../../clock.ts';
import type { CollectDeps } from '../../collection/charges/collect-from-customer.ts';
import { collectRequested, type KnownOutcome } from '../../collection/charges/outcome.ts';
import { recordCharge } from '../../collection/charges/record.ts';
import { refuseArchived } from '../../customers/archive.ts';
import { findOrCreateCustomer, noSuchCustomer } from '../../customers/find-or-create.ts';
import type { Cause } from '../../domain/cause.ts';
import { itemsOf } from '../../domain/price.ts';
import { toSubscriptionResource } from '../../domain/resources/subscription.ts';
import type { Create } from '../../domain/subscription/commands.ts';
import { decideCreate } from '../../domain/subscription/decide.ts';
import type { Stored } from '../../domain/subscription/model.ts';
import { clockIsAdvancing } from '../../invoicing/subscriptions/busy.ts';
import { saveEvents } from '../../invoicing/subscriptions/save.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import { holdPartiesOpen } from '../../records/gates-queries.ts';
import { lockSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { withTaxesOrReply } from '../../tax/engine/ask.ts';
import { lockClock } from '../test-clocks/queries.ts';

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface Creation {
  /** The command as JSON text, because plans contain bigints. */
  readonly command: string;
  /** External id of a customer to find or create. */
  readonly externalId: string | null;
  readonly cause: Cause;
  /** Outcome of the first charge, as JSON text. */
  readonly known: string | null;
}

export function newCreation(
  command: Create,
  { externalId, cause }: Pick<Creation, 'externalId' | 'cause'>,
): Creation {
  return { command: toJsonText(command), externalId, cause, known: null };
}

/**
 * Creates a subscription: stores it with its first charge in progress, makes the charge, records
 * the outcome. The cause identifies the charge, so retries make the same one.
 */
export function creationSaga(deps: CollectDeps): Saga<Creation, BillingTables> {
  return {
    kind: 'create_subscription',
    first: 'write',
    steps: {
      async write(state) {
        const { trialDays } = fromJsonText<Create>(state.command);
        // A trial has no charge, so storing it is the last step.
        if (trialDays > 0) return { done: (tx) => write(tx, state) };
        const reply = await withTaxesOrReply(deps, () =>
          deps.db.transaction().execute((tx) => write(tx, state)),
        );
        if (reply.status !== 200) return { done: async () => reply };
        return { next: 'charge', state };
      },
      async charge(state) {
        const { id } = fromJsonText<Create>(state.command);
        const known = await collectRequested(deps, id, state.cause.requestId ?? id);
        return { next: 'record', state: { ...state, known: toJsonText(known) } };
      },
      async record(state) {
        const { id } = fromJsonText<Create>(state.command);
        const known = fromJsonText<KnownOutcome>(state.known ?? 'null');
        return {
          done: async (tx) => toReply((await recordCharge(tx, id, known, state.cause)).stored),
        };
      },
    },
  };
}

/** Idempotent. */
async function write(tx: Transaction<BillingTables>, state: Creation): Promise<Reply> {
  const command = fromJsonText<Create>(state.command);
  if (await lockSubscription(tx, command.id)) return { status: 200, body: {} };
  const { sellerId, testClockId } = command;
  if (!(await holdPartiesOpen(tx, command)))
    return refuse('conflict', 'the account is being closed; no subscription can be created');
  if (!(await lockClock(tx, testClockId))) return clockIsAdvancing();
  const { externalId, cause } = state;
  const payer =
    externalId === null
      ? { customerId: command.customerId, isCustomerNew: false }
      : await findOrCreateCustomer(tx, sellerId, externalId, cause);
  if (!payer) return noSuchCustomer(tx, sellerId, externalId ?? '');
  const refusal = await refuseArchived(tx, payer.customerId);
  if (refusal) return refusal;
  const archived = await refuseUnsold(tx, sellerId, itemsOf(command));
  if (archived) return archived;
  const times = await readTimes(tx, testClockId);
  const events = decideCreate({ ...command, ...payer }, times.nowMs);
  const stored = await saveEvents(tx, undefined, events, { ...times, cause });
  return stored.version === 0 ? { status: 200, body: {} } : toReply(stored);
}

export function toReply({ subscription, updatedAt }: Stored): Reply {
  return { status: 200, body: toSubscriptionResource(subscription, updatedAt) };
}
