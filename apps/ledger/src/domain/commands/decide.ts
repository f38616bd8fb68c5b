import { AppError, isReplayable, refuse } from '@florin/contracts';
import {
  apply,
  type BatchState,
  findBalance,
  findTransaction,
  type IdSources,
  prepareContext,
  startBatch,
  toWrites,
  withIdempotencyKey,
} from '../batch/batch.ts';
import {
  type CommandRequest,
  concernedBy,
  type Loaded,
  type Verdict,
  type Writes,
} from '../batch/model.ts';
import { isFundsCommand } from '../funds/model.ts';
import { isPaymentCommand } from '../payment-request/commands.ts';
import { decide } from '../transaction/decide.ts';
import type { Command, Decision } from '../transaction/model.ts';
import { closeBalance } from './closing.ts';
import { answerFunds } from './funds.ts';
import { answerPayment } from './payment-requests.ts';
import { charge, toReply } from './transactions.ts';

/**
 * Decides commands in order, each on the state left by the previous ones, and collects the rows to
 * write. Equivalent to deciding them one by one. Pure except for its id sources.
 */
export function decideBatch(
  loaded: Loaded,
  requests: readonly CommandRequest[],
  sources: IdSources,
): { readonly verdicts: readonly Verdict[]; readonly writes: Writes } {
  const batch = startBatch(loaded, sources);
  const verdicts = requests.map((request) => decideOne(batch, request));
  return { verdicts, writes: toWrites(batch) };
}

function decideOne(
  batch: BatchState,
  { accountId, command, idempotencyKey: key, cause }: CommandRequest,
): Verdict {
  const balance = findBalance(batch, accountId);
  if (!balance) return new AppError('not_found', 'there is no account with this id');
  if (command.kind === 'close') return closeBalance(batch, balance, cause);
  if (command.kind === 'charge') return charge(batch, balance, command, cause);
  if (isFundsCommand(command)) return answerFunds(batch, balance, command, cause);
  if (isPaymentCommand(command)) return answerPayment(batch, balance, command, { key, cause });
  const target = findTransaction(batch, accountId, concernedBy(command));
  // Precedes the lookup of the key, which must not reveal objects that the caller may not see.
  if (!target && command.kind !== 'create')
    return new AppError('not_found', 'there is no transaction with this id');
  return withIdempotencyKey(batch, accountId, key, () => {
    const context = prepareContext(batch, balance, target);
    const decision = decide(context, command);
    if (decision.accepted) apply(batch, cause, context, decision);
    return toVerdict(command, decision);
  });
}

function toVerdict(command: Command, decision: Decision): Verdict {
  if (decision.accepted) return toReply(command, decision.transaction);
  const reply = refuse(decision.code, decision.message);
  return isReplayable(reply) ? reply : new AppError(decision.code, decision.message);
}
