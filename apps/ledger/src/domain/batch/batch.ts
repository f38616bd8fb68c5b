import {
  AppError,
  type DomainEvent,
  otherContent,
  timeOfId,
  toReplay,
  type Uuid,
} from '@florin/contracts';
import { addAmounts, type Balance } from '../balance.ts';
import type { Cause } from '../events.ts';
import type { FundMovement } from '../funds/model.ts';
import { nextId, type Place, type Random } from '../ids.ts';
import type { PaymentAttempt, PaymentRequest } from '../payment-request/model.ts';
import { toEvent } from '../transaction/events.ts';
import type { Decision, DecisionContext, Transaction } from '../transaction/model.ts';
import {
  type Entry,
  type IdempotencyKey,
  type KeyedReply,
  type Loaded,
  type MadeCharge,
  nameOfKey,
  type Verdict,
  type Writes,
} from './model.ts';

/** Sources of new ids. */
export interface IdSources {
  readonly random: Random;
  readonly newEventId: () => Uuid;
  /** The shard of new ids, if there are several. */
  readonly place?: Place | undefined;
}

/** Rows that a batch has read, and the changes of its commands so far. */
export interface BatchState {
  readonly loaded: Loaded;
  readonly sources: IdSources;
  readonly balances: Map<Uuid, Balance>;
  readonly created: Map<Uuid, Transaction>;
  readonly changed: Map<Uuid, Transaction>;
  readonly replies: Map<string, KeyedReply>;
  readonly charges: Map<string, MadeCharge>;
  readonly payments: Map<Uuid, PaymentRequest>;
  readonly attempts: Map<Uuid, PaymentAttempt>;
  readonly funds: Map<string, FundMovement>;
  readonly entries: Entry[];
  readonly events: DomainEvent[];
}

/** A batch without decisions. */
export function startBatch(loaded: Loaded, sources: IdSources): BatchState {
  return {
    loaded,
    sources,
    balances: new Map(),
    created: new Map(),
    changed: new Map(),
    replies: new Map(),
    charges: new Map(),
    payments: new Map(),
    attempts: new Map(),
    funds: new Map(),
    entries: [],
    events: [],
  };
}

/** The rows that the batch must write. */
export function toWrites(batch: BatchState): Writes {
  return {
    balances: [...batch.balances.values()],
    created: [...batch.created.values()],
    changed: [...batch.changed.values()],
    replies: [...batch.replies.values()],
    charges: [...batch.charges.values()],
    payments: [...batch.payments.values()],
    attempts: [...batch.attempts.values()],
    funds: [...batch.funds.values()],
    entries: batch.entries,
    events: batch.events,
  };
}

/** A balance including the batch's changes; undefined if there is none. */
export function findBalance(
  { balances, loaded }: BatchState,
  accountId: Uuid,
): Balance | undefined {
  return balances.get(accountId) ?? loaded.balances.get(accountId);
}

/** The context for deciding a command on this balance and transaction. */
export function prepareContext(
  { loaded, sources }: BatchState,
  balance: Balance,
  target: Transaction | undefined,
): DecisionContext {
  let last = balance.lastId;
  // Times of an account never go back, even if the clock does.
  const now = last === null ? loaded.now : Math.max(loaded.now, timeOfId(last));
  return {
    balance,
    target,
    now,
    newId() {
      last = nextId(last, now, sources.random, sources.place);
      return last;
    },
  };
}

/** Adds a decision to the batch: transactions, their events, the entry, the balance. */
export function apply(
  batch: BatchState,
  cause: Cause,
  { balance, target, newId }: DecisionContext,
  { transaction, movement, related }: Decision & { accepted: true },
): void {
  if (transaction === target) return; // Nothing has changed.
  record(batch, transaction, cause);
  if (related) record(batch, related, cause);
  // Taken even without an entry, because the account's last id is also its clock.
  const id = newId();
  let { accountId, amounts, entrySequence, version } = balance;
  if (movement) {
    amounts = addAmounts(amounts, movement.amounts);
    entrySequence += 1n;
    batch.entries.push({
      id,
      accountId,
      sequence: entrySequence,
      transactionId: transaction.id,
      kind: movement.kind,
      amounts: movement.amounts,
      after: amounts,
    });
  }
  version += 1n;
  batch.balances.set(accountId, { ...balance, amounts, entrySequence, lastId: id, version });
}

/** Stores the newest state of a transaction, and the event of its change. */
function record(batch: BatchState, after: Transaction, cause: Cause): void {
  const before = findTransaction(batch, after.accountId, after.id);
  const event = toEvent(before, after, cause, batch.sources.newEventId);
  if (!event) return;
  batch.events.push(event);
  const isNew = !before || batch.created.has(after.id);
  (isNew ? batch.created : batch.changed).set(after.id, after);
}

/** A transaction of this account; those of other accounts are not found. */
export function findTransaction(
  { created, changed, loaded }: BatchState,
  accountId: Uuid,
  id: Uuid | null,
): Transaction | undefined {
  if (id === null) return undefined;
  const found = created.get(id) ?? changed.get(id) ?? loaded.transactions.get(id);
  return found?.accountId === accountId ? found : undefined;
}

/**
 * The verdict of a command: the stored one of its Idempotency-Key, or a new one, which is stored
 * with the key. Errors without a trace leave the key unused.
 */
export function withIdempotencyKey(
  { replies, loaded }: BatchState,
  accountId: Uuid,
  key: IdempotencyKey | undefined,
  decide: () => Verdict,
): Verdict {
  if (!key) return decide();
  const name = nameOfKey(accountId, key);
  const earlier = replies.get(name) ?? loaded.replies.get(name);
  if (earlier && !isSameRequest(earlier, key)) return otherContent();
  if (earlier) {
    const replay = toReplay(earlier);
    if (!replay) return new AppError('internal_error', 'a stored reply is broken');
    return { ...replay, json: earlier.body };
  }
  const verdict = decide();
  if (verdict instanceof AppError) return verdict;
  // Encoded once, for the row and for the client.
  const json = JSON.stringify(verdict.body);
  replies.set(name, { ...key, accountId, status: verdict.status, body: json });
  return { ...verdict, json };
}

/** Equal bytes were sent, or equal content was parsed. */
function isSameRequest(a: IdempotencyKey, b: IdempotencyKey): boolean {
  return a.requestHash === b.requestHash || (a.sentHash !== null && a.sentHash === b.sentHash);
}
