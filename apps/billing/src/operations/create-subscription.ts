import { type Reply, refuse } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Create } from '../domain/command.ts';
import { decideCreate } from '../domain/decide.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import { toSubscriptionResource } from '../domain/subscription-resource.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { holdGatesOpen } from '../store/gates.ts';
import { fromJsonText, toJsonText } from '../store/json-text.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { isAtRest } from '../store/test-clocks.ts';
import { clockMoves } from './busy.ts';
import { collectRequested, type KnownOutcome } from './charge-steps.ts';
import type { Collect } from './collect.ts';
import { recordCharge } from './record-charge.ts';
import { saveEvents } from './save-events.ts';
import { noSuchCustomer, takeCustomer } from './take-customer.ts';

/** All that creating a subscription needs to know, at any step and in any process. */
export interface Creation {
  /** The command as JSON text, with the bigints that a plan has. */
  readonly command: string;
  /** A customer to be looked up, or made, by the seller's own id. */
  readonly externalId: string | null;
  readonly cause: Cause;
  /** Of the first charge, as JSON text. */
  readonly known: string | null;
}

export function newCreation(
  command: Create,
  { externalId, cause }: Pick<Creation, 'externalId' | 'cause'>,
): Creation {
  return { command: toJsonText(command), externalId, cause, known: null };
}

export interface CreationParts {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly collect: Collect;
}

/**
 * Creates a subscription: it is written with its first charge on its way, the charge is made, its
 * outcome recorded. The charge goes by its cause, so it is the same one whoever makes it again.
 */
export function creationSaga({
  db,
  sqlNow,
  collect,
}: CreationParts): Saga<Creation, BillingTables> {
  return {
    kind: 'create_subscription',
    first: 'write',
    steps: {
      async write(state) {
        const { trialDays } = fromJsonText<Create>(state.command);
        // A trial costs nothing: what is written is the end of it.
        if (trialDays > 0) return { done: (tx) => write(tx, state) };
        const refusal = await db.transaction().execute((tx) => write(tx, state));
        if (refusal.status !== 200) return { done: async () => refusal };
        return { next: 'charge', state };
      },
      async charge(state) {
        const { id } = fromJsonText<Create>(state.command);
        const known = await collectRequested(db, collect, id, state.cause.requestId ?? id);
        return { next: 'record', state: { ...state, known: toJsonText(known) } };
      },
      async record(state) {
        const { id } = fromJsonText<Create>(state.command);
        const known = fromJsonText<KnownOutcome>(state.known ?? 'null');
        return {
          done: async (tx) => {
            const { stored } = await recordCharge(tx, id, known, { sqlNow, cause: state.cause });
            return toReply(stored);
          },
        };
      },
    },
  };

  /** Repeating it changes nothing. */
  async function write(tx: Transaction<BillingTables>, state: Creation): Promise<Reply> {
    const command = fromJsonText<Create>(state.command);
    if (await lockSubscription(tx, command.id)) return { status: 200, body: {} };
    const { sellerId, payerAccountId, testClockId } = command;
    const parties = payerAccountId === null ? [sellerId] : [sellerId, payerAccountId];
    if (!(await holdGatesOpen(tx, parties)))
      return refuse('conflict', 'the account is being closed: nothing can be subscribed to');
    if (!(await isAtRest(tx, testClockId))) return clockMoves();
    const { externalId, cause } = state;
    const payer =
      externalId === null
        ? { customerId: command.customerId, isCustomerNew: false }
        : await takeCustomer(tx, sellerId, externalId, cause);
    if (!payer) return noSuchCustomer(externalId ?? '');
    const times = await readTimes(tx, sqlNow, testClockId);
    const events = decideCreate({ ...command, ...payer }, times.nowMs);
    const stored = await saveEvents(tx, undefined, events, { ...times, cause });
    return stored.version === 0 ? { status: 200, body: {} } : toReply(stored);
  }
}

export function toReply({ subscription, updatedAt }: Stored): Reply {
  return { status: 200, body: toSubscriptionResource(subscription, updatedAt) };
}
