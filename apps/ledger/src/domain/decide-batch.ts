import {
  AppError,
  type DomainEvent,
  isRemembered,
  otherContent,
  refuse,
  toReplay,
  type Uuid,
} from '@florin/contracts';
import { addAmounts, type Balance } from './balance.ts';
import { concernedBy } from './command.ts';
import { decide } from './decide.ts';
import type { Decision, Ground } from './decision.ts';
import { toEvent } from './event.ts';
import { nextId, type Random, timeOfId } from './next-id.ts';
import { toReply } from './reply.ts';
import {
  type Entry,
  type KeyedReply,
  type Loaded,
  nameOfKey,
  type Submission,
  type Verdict,
  type Writes,
} from './submission.ts';
import type { Transaction } from './transaction.ts';

/** Where new ids come from. */
export interface Sources {
  readonly random: Random;
  readonly newEventId: () => Uuid;
}

/** What a batch has read, and what its commands so far have made of it. */
interface OpenBatch {
  readonly loaded: Loaded;
  readonly sources: Sources;
  readonly balances: Map<Uuid, Balance>;
  readonly created: Map<Uuid, Transaction>;
  readonly changed: Map<Uuid, Transaction>;
  readonly replies: Map<string, KeyedReply>;
  readonly entries: Entry[];
  readonly events: DomainEvent[];
}

/**
 * Decides commands in order, each on what the ones before it left, and gathers the rows to write.
 * Equal to deciding them one by one. Pure but for its sources of ids.
 */
export function decideBatch(
  loaded: Loaded,
  submissions: readonly Submission[],
  sources: Sources,
): { readonly verdicts: readonly Verdict[]; readonly writes: Writes } {
  const batch: OpenBatch = {
    loaded,
    sources,
    balances: new Map(),
    created: new Map(),
    changed: new Map(),
    replies: new Map(),
    entries: [],
    events: [],
  };
  const verdicts = submissions.map((submission) => decideOne(batch, submission));
  return {
    verdicts,
    writes: {
      balances: [...batch.balances.values()],
      created: [...batch.created.values()],
      changed: [...batch.changed.values()],
      replies: [...batch.replies.values()],
      entries: batch.entries,
      events: batch.events,
    },
  };
}

function decideOne(batch: OpenBatch, submission: Submission): Verdict {
  const { accountId, command, once } = submission;
  const balance = batch.balances.get(accountId) ?? batch.loaded.balances.get(accountId);
  if (!balance) return new AppError('not_found', 'there is no account with this id');
  const target = findTransaction(batch, accountId, concernedBy(command));
  // Before the key is looked at: a key must not tell what the caller cannot see.
  if (!target && command.kind !== 'create')
    return new AppError('not_found', 'there is no transaction with this id');

  const name = once && nameOfKey(accountId, once);
  const earlier = name && (batch.replies.get(name) ?? batch.loaded.replies.get(name));
  if (earlier) return earlier.requestHash === once.requestHash ? replayOf(earlier) : otherContent();

  const { ground, lastId } = prepareGround(batch, balance, target);
  const decision = decide(ground, command);
  const verdict = toVerdict(submission, decision);
  if (decision.accepted) apply(batch, submission, ground, decision, lastId);
  if (once && name && !(verdict instanceof AppError)) {
    const { status, body } = verdict;
    batch.replies.set(name, { ...once, accountId, status, body: JSON.stringify(body) });
  }
  return verdict;
}

function toVerdict({ command }: Submission, decision: Decision): Verdict {
  if (decision.accepted) return toReply(command, decision.transaction);
  const reply = refuse(decision.code, decision.message);
  return isRemembered(reply.status) ? reply : new AppError(decision.code, decision.message);
}

function prepareGround(batch: OpenBatch, balance: Balance, target: Transaction | undefined) {
  let last = balance.lastId;
  // A clock that steps back must not take the account's times with it.
  const lastTime = last === null ? 0 : timeOfId(last);
  const now = Math.max(batch.loaded.now, lastTime, target?.updatedAt ?? 0);
  const ground: Ground = {
    balance,
    target,
    now,
    newId() {
      last = nextId(last, now, batch.sources.random);
      return last;
    },
  };
  return { ground, lastId: () => last };
}

function apply(
  batch: OpenBatch,
  { cause }: Submission,
  { balance, newId }: Ground,
  { transaction, movement, related }: Decision & { accepted: true },
  lastId: () => Uuid | null,
): void {
  record(batch, transaction, cause);
  if (related) record(batch, related, cause);
  let { amounts, entrySequence } = balance;
  if (movement) {
    amounts = addAmounts(amounts, movement.amounts);
    entrySequence += 1n;
    batch.entries.push({
      id: newId(),
      accountId: balance.accountId,
      sequence: entrySequence,
      transactionId: transaction.id,
      kind: movement.kind,
      amounts: movement.amounts,
      after: amounts,
    });
  }
  const last = lastId();
  if (last === balance.lastId) return;
  const version = balance.version + 1n;
  batch.balances.set(balance.accountId, {
    ...balance,
    amounts,
    entrySequence,
    lastId: last,
    version,
  });
}

/** Keeps the newest state of a transaction, and the event of its change. */
function record(batch: OpenBatch, after: Transaction, cause: Submission['cause']): void {
  const before = findTransaction(batch, after.accountId, after.id);
  const event = toEvent(before, after, cause, batch.sources.newEventId);
  if (!event) return;
  batch.events.push(event);
  const isNew = !before || batch.created.has(after.id);
  (isNew ? batch.created : batch.changed).set(after.id, after);
}

/** A transaction of this account; those of other accounts do not exist for it. */
function findTransaction(
  { created, changed, loaded }: OpenBatch,
  accountId: Uuid,
  id: Uuid | null,
): Transaction | undefined {
  if (id === null) return undefined;
  const found = created.get(id) ?? changed.get(id) ?? loaded.transactions.get(id);
  return found?.accountId === accountId ? found : undefined;
}

function replayOf({ status, body }: KeyedReply): Verdict {
  return toReplay({ status, body }) ?? new AppError('internal_error', 'a stored reply is broken');
}
