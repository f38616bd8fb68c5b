import { AppError, type Reply, refuse, refuseCard, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import { refuseUnsoldChange } from '../../catalogue/plans/change.ts';
import { readTimes } from '../../clock.ts';
import type { CollectDeps } from '../../collection/charges/collect-from-customer.ts';
import { collectRequested, type KnownOutcome } from '../../collection/charges/outcome.ts';
import { recordCharge } from '../../collection/charges/record.ts';
import type { Cause } from '../../domain/cause.ts';
import { wholeSecond } from '../../domain/instants.ts';
import { refusalOfGrant } from '../../domain/invoice/funding.ts';
import { QUOTE_IS_OUTDATED, refusalOfQuote, TAXED_DIFFERENTLY } from '../../domain/quote.ts';
import type { Update } from '../../domain/subscription/commands.ts';
import { decide } from '../../domain/subscription/decide.ts';
import { readFunding } from '../../invoicing/invoices/funding.ts';
import { busyReply, clockIsAdvancing, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import { saveEvents } from '../../invoicing/subscriptions/save.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import { findQuote } from '../../records/quotes-queries.ts';
import { lockSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { withTaxesOrReply } from '../../tax/engine/ask.ts';
import { lockClock } from '../test-clocks/queries.ts';
import { toReply } from './create.ts';

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface Change {
  readonly subscriptionId: Uuid;
  /** The command as JSON text, because plans contain bigints. */
  readonly command: string;
  /** Quote whose price applies; absent or null for the current price. */
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
 * Changes the items of a subscription. A free change applies at once; otherwise the charge starts
 * first and the change follows its outcome: paid and changed, or neither.
 */
export function changeSaga(deps: CollectDeps): Saga<Change, BillingTables> {
  return {
    kind: 'change_subscription',
    first: 'start',
    steps: {
      async start(state) {
        const started = await retryWhileBusy(() => start(deps, state));
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
        const known = await collectRequested(deps, subscriptionId, requestId);
        return { next: 'record', state: { ...state, known: toJsonText(known) } };
      },
      async record(state) {
        const known = fromJsonText<KnownOutcome>(state.known ?? 'null');
        return {
          async done(tx) {
            const { stored, events } = await recordCharge(
              tx,
              state.subscriptionId,
              known,
              state.cause,
            );
            const refused = events.find((event) => event.type === 'change_refused');
            if (!refused) return toReply(stored);
            const { reason, declineCode } = refused;
            // Charges of a balance have no decline code.
            return declineCode === undefined
              ? refuse('insufficient_funds', `${reason}; nothing has changed`)
              : refuseCard(`${reason} Nothing has changed.`, declineCode);
          },
        };
      },
    },
  };
}

function start(deps: CollectDeps, state: Change): Promise<Attempted> {
  // All retries use the first instant: a price that changes every second would never match its
  // taxes.
  const price: { at?: number } = {};
  return withTaxesOrReply(deps, () =>
    deps.db.transaction().execute((tx) => attempt(tx, state, 'charge only', price)),
  ).catch((error: unknown) => {
    if (error instanceof OtherPrice) return refuse('conflict', QUOTE_IS_OUTDATED);
    if (error instanceof Refused) return refuse('conflict', error.message);
    throw error;
  });
}

type Attempted = Reply | 'charging' | 'free';

/**
 * Decides on the change and saves either the start of a charge or a free change, as the caller
 * requests. `free` and `charging` report that it is the other kind.
 */
async function attempt(
  tx: Transaction<BillingTables>,
  { subscriptionId, command: text, quoteId, cause }: Change,
  part: 'charge only' | 'change only',
  price: { at?: number } = {},
): Promise<Attempted> {
  const command = fromJsonText<Update>(text);
  const before = await lockSubscription(tx, subscriptionId);
  if (!before) throw new AppError('not_found', 'there is no subscription with this id');
  // Already started by a process that crashed here.
  if (before.subscription.charging?.charge.invoiceId === command.invoiceId) return 'charging';
  const { testClockId } = before.subscription;
  if (!(await lockClock(tx, testClockId))) return clockIsAdvancing();
  const times = await readTimes(tx, testClockId);
  const quote = quoteId ? await findQuote(tx, subscriptionId, quoteId) : undefined;
  const outdated = quote && refusalOfQuote(quote, before.version, times.nowMs);
  if (outdated !== undefined) return refuse('conflict', outdated);
  const archived = quote ? undefined : await refuseUnsoldChange(tx, before.subscription, command);
  if (archived) return archived;
  // If a new period has begun since, the price instant must not be before its start.
  const earlier = (price.at ?? 0) < before.subscription.periodStartAt ? undefined : price.at;
  const pricedAt = command.pricedAt ?? earlier ?? times.nowMs;
  const again = earlier === undefined ? command : { ...command, pricedAt };
  price.at = wholeSecond(pricedAt);
  const funding = await readFunding(tx, before.subscription, pricedAt);
  const decision = decide(before.subscription, { ...again, funding }, times.nowMs);
  if (!decision.accepted)
    return decision.code === 'busy' ? busyReply() : refuse(decision.code, decision.message);
  const isCharge = decision.events.some((event) => event.type === 'charge_started');
  if (isCharge !== (part === 'charge only')) return isCharge ? 'charging' : 'free';
  const after = await saveEvents(tx, before, decision.events, { ...times, cause });
  if (!isCharge) return toReply(after);
  const { lines = [], amount = 0n } = after.subscription.charging?.charge ?? {};
  if (before.subscription.pause && amount > 0n) throw new Refused(TAXED_DIFFERENTLY);
  const unpaid = refusalOfGrant(lines, funding);
  if (unpaid !== undefined) throw new Refused(unpaid);
  if (quote && after.subscription.charging?.charge.amount !== quote.amount) throw new OtherPrice();
  return 'charging';
}

/** Rolls back, because the charge with its taxes is not allowed. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Rolls back, because the credit for a part of the price has changed since the quote. */
class OtherPrice extends Error {
  override readonly name = 'OtherPrice';
}
