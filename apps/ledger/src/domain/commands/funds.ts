import { AppError } from '@florin/contracts';
import type { Balance } from '../balance.ts';
import { apply, type BatchState, findTransaction, prepareContext } from '../batch/batch.ts';
import type { Verdict } from '../batch/model.ts';
import type { Cause } from '../events.ts';
import { decideDeposit, decideEnd, decideWithdraw, type FundsDecision } from '../funds/decide.ts';
import { type FundsCommand, nameOfMovement } from '../funds/model.ts';

/**
 * Decides a command about incoming or outgoing funds within a batch. Insufficient funds are not
 * stored, so the same key can be retried.
 */
export function answerFunds(
  batch: BatchState,
  balance: Balance,
  command: FundsCommand,
  cause: Cause,
): Verdict {
  const name = nameOfMovement(balance.accountId, command.key);
  const earlier = batch.funds.get(name) ?? batch.loaded.funds.get(name);
  const target = findTransaction(batch, balance.accountId, earlier?.transactionId ?? null);
  const context = prepareContext(batch, balance, target);
  const decide = (): FundsDecision | undefined => {
    switch (command.kind) {
      case 'withdraw':
        return decideWithdraw(context, earlier, command);
      case 'deposit':
        return decideDeposit(context, earlier, command);
      case 'end_withdrawal':
        return earlier && decideEnd(context, earlier, target, command.outcome);
      default:
        return command satisfies never;
    }
  };
  const decision = decide();
  if (!decision) return new AppError('not_found', `there is no withdrawal ${command.key}`);
  if (!decision.accepted) return new AppError(decision.code, decision.message);
  const { movement } = decision;
  if (decision.decision) {
    apply(batch, cause, context, decision.decision);
    batch.funds.set(name, movement);
  }
  const { transactionId, amount } = movement;
  return { status: 200, body: { transactionId, amount: String(amount) } };
}
