import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Update } from '../domain/command.ts';
import { decide } from '../domain/decide.ts';
import type { Cause } from '../domain/public-events.ts';
import { HAS_CHANGED, refusalOfQuote } from '../domain/quote.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { fromJsonText, toJsonText } from '../store/json-text.ts';
import { findQuote } from '../store/quotes.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { isAtRest } from '../store/test-clocks.ts';
import { busyReply, clockMoves, untilFree } from './busy.ts';
import { collectRequested, type KnownOutcome } from './charge-steps.ts';
import type { Collect } from './collect.ts';
import { toReply } from './create-subscription.ts';
import { recordCharge } from './record-charge.ts';
import { saveEvents } from './save-events.ts';

/** All that a change of plan or quantity needs to know, at any step and in any process. */
export interface Change {
  readonly subscriptionId: Uuid;
  /** The command as JSON text, with the bigints that a plan has. */
  readonly command: string;
  /** Whose price counts; absent, or null, for the price of now. */
  readonly quoteId?: Uuid | null;
  readonly cause: Cause;
  readonly known: string | null;
}

export function newChange(
  subscriptionId: Uuid,
  command: Update,
  quoteId: Uuid | null,
  cause: Cause,
): Change {
  return { subscriptionId, command: toJsonText(command), quoteId, cause, known: null };
}

/**
 * Changes the plan of a subscription. What costs nothing happens at once; otherwise the charge is
 * on its way first, and the change follows its outcome: paid and changed, or neither.
 */
export function changeSaga({
  db,
  sqlNow,
  collect,
}: {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly collect: Collect;
}): Saga<Change, BillingTables> {
  return {
    kind: 'change_subscription',
    first: 'start',
    steps: {
      async start(state) {
        const started = await untilFree(() =>
          db
            .transaction()
            .execute((tx) => attempt(tx, state, 'charge only'))
            .catch((error: unknown) => {
              if (error instanceof OtherPrice) return refuse('conflict', HAS_CHANGED);
              throw error;
            }),
        );
        if (started === 'charging') return { next: 'charge', state };
        if (started !== 'free') return { done: async () => started };
        return {
          async done(tx) {
            const reply = await attempt(tx, state, 'change only');
            return typeof reply === 'string' ? busyReply() : reply;
          },
        };
      },
      async charge(state) {
        const { subscriptionId, cause } = state;
        const requestId = cause.requestId ?? subscriptionId;
        const known = await collectRequested(db, collect, subscriptionId, requestId);
        return { next: 'record', state: { ...state, known: toJsonText(known) } };
      },
      async record(state) {
        const known = fromJsonText<KnownOutcome>(state.known ?? 'null');
        return {
          async done(tx) {
            const recorded = await recordCharge(tx, state.subscriptionId, known, {
              sqlNow,
              cause: state.cause,
            });
            const refused = recorded.events.find((event) => event.type === 'change_refused');
            if (refused?.type !== 'change_refused') return toReply(recorded.stored);
            return refuse('insufficient_funds', `${refused.reason}; nothing has changed`);
          },
        };
      },
    },
  };

  /**
   * Decides on the change and saves what the caller is there for: the start of a charge, or a
   * change that is free. `free` and `charging` say that it is the other kind.
   */
  async function attempt(
    tx: Transaction<BillingTables>,
    { subscriptionId, command: text, quoteId, cause }: Change,
    what: 'charge only' | 'change only',
  ): Promise<Reply | 'charging' | 'free'> {
    const command = fromJsonText<Update>(text);
    const before = await lockSubscription(tx, subscriptionId);
    if (!before) throw new AppError('not_found', 'there is no subscription with this id');
    // Begun already, by a process that was cut off here.
    if (before.subscription.charging?.charge.cause === `change:${command.changeId}`)
      return 'charging';
    const { testClockId } = before.subscription;
    if (!(await isAtRest(tx, testClockId))) return clockMoves();
    const times = await readTimes(tx, sqlNow, testClockId);
    const quote = quoteId ? await findQuote(tx, subscriptionId, quoteId) : undefined;
    const outdated = quote && refusalOfQuote(quote, before.version, times.nowMs);
    if (outdated !== undefined) return refuse('conflict', outdated);
    const decision = decide(before.subscription, command, times.nowMs);
    if (!decision.accepted)
      return decision.code === 'busy' ? busyReply() : refuse(decision.code, decision.message);
    const isCharge = decision.events.some((event) => event.type === 'charge_started');
    if (isCharge !== (what === 'charge only')) return isCharge ? 'charging' : 'free';
    const after = await saveEvents(tx, before, decision.events, { ...times, cause });
    if (!isCharge) return toReply(after);
    if (quote && after.subscription.charging?.charge.amount !== quote.amount)
      throw new OtherPrice();
    return 'charging';
  }
}

/** Rolls back: the credit that was to pay for a part has changed since the quote. */
class OtherPrice extends Error {
  override readonly name = 'OtherPrice';
}
