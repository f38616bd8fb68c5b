import { AppError, isReplayable, refuse } from '@florin/contracts';
import { answerPayment } from './answer-payment.ts';
import { charge } from './charge.ts';
import { closeBalance } from './close-balance.ts';
import { type Command, concernedBy } from './command.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { once } from './once.ts';
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
import { isPaymentCommand } from './payment-command.ts';
import { toReply } from './reply.ts';
import type { Loaded, Submission, Verdict, Writes } from './submission.ts';

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

function decideOne(
  batch: OpenBatch,
  { accountId, command, once: key, cause }: Submission,
): Verdict {
  const balance = findBalance(batch, accountId);
  if (!balance) return new AppError('not_found', 'there is no account with this id');
  if (command.kind === 'close') return closeBalance(batch, balance, cause);
  if (command.kind === 'charge') return charge(batch, balance, command, cause);
  if (isPaymentCommand(command)) return answerPayment(batch, balance, command, { key, cause });
  const target = findTransaction(batch, accountId, concernedBy(command));
  // Before the key is looked at: a key must not tell what the caller cannot see.
  if (!target && command.kind !== 'create')
    return new AppError('not_found', 'there is no transaction with this id');
  return once(batch, accountId, key, () => {
    const ground = prepareGround(batch, balance, target);
    const decision = decide(ground, command);
    if (decision.accepted) apply(batch, cause, ground, decision);
    return toVerdict(command, decision);
  });
}

function toVerdict(command: Command, decision: Decision): Verdict {
  if (decision.accepted) return toReply(command, decision.transaction);
  const reply = refuse(decision.code, decision.message);
  return isReplayable(reply) ? reply : new AppError(decision.code, decision.message);
}
