import { AppError, isRemembered, otherContent, refuse, toReplay } from '@florin/contracts';
import { charge } from './charge.ts';
import { closeBalance } from './close-balance.ts';
import { type Command, concernedBy } from './command.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import {
  apply,
  findBalance,
  findTransaction,
  type OpenBatch,
  openBatch,
  prepareGround,
  type Sources,
  toWrites,
} from './open-batch.ts';
import { toReply } from './reply.ts';
import {
  type KeyedReply,
  type Loaded,
  nameOfKey,
  type Submission,
  type Verdict,
  type Writes,
} from './submission.ts';

/**
 * Decides commands in order, each on what the ones before it left, and gathers the rows to write.
 * Equal to deciding them one by one. Pure but for its sources of ids.
 */
export function decideBatch(
  loaded: Loaded,
  submissions: readonly Submission[],
  sources: Sources,
): { readonly verdicts: readonly Verdict[]; readonly writes: Writes } {
  const batch = openBatch(loaded, sources);
  const verdicts = submissions.map((submission) => decideOne(batch, submission));
  return { verdicts, writes: toWrites(batch) };
}

function decideOne(batch: OpenBatch, submission: Submission): Verdict {
  const { accountId, command, once } = submission;
  const balance = findBalance(batch, accountId);
  if (!balance) return new AppError('not_found', 'there is no account with this id');
  if (command.kind === 'close') return closeBalance(batch, balance, submission.cause);
  if (command.kind === 'charge') return charge(batch, balance, command, submission.cause);
  const target = findTransaction(batch, accountId, concernedBy(command));
  // Before the key is looked at: a key must not tell what the caller cannot see.
  if (!target && command.kind !== 'create')
    return new AppError('not_found', 'there is no transaction with this id');

  const name = once && nameOfKey(accountId, once);
  const earlier = name && (batch.replies.get(name) ?? batch.loaded.replies.get(name));
  if (earlier) return earlier.requestHash === once.requestHash ? replayOf(earlier) : otherContent();

  const ground = prepareGround(batch, balance, target);
  const decision = decide(ground, command);
  const verdict = toVerdict(command, decision);
  if (decision.accepted) apply(batch, submission.cause, ground, decision);
  if (once && name && !(verdict instanceof AppError)) {
    const { status, body } = verdict;
    batch.replies.set(name, { ...once, accountId, status, body: JSON.stringify(body) });
  }
  return verdict;
}

function toVerdict(command: Command, decision: Decision): Verdict {
  if (decision.accepted) return toReply(command, decision.transaction);
  const reply = refuse(decision.code, decision.message);
  return isRemembered(reply.status) ? reply : new AppError(decision.code, decision.message);
}

function replayOf({ status, body }: KeyedReply): Verdict {
  return toReplay({ status, body }) ?? new AppError('internal_error', 'a stored reply is broken');
}
