import { AppError, type Reply } from '@florin/contracts';
import type { Balance } from '../balance.ts';
import { apply, type BatchState, prepareContext } from '../batch/batch.ts';
import { nameOfCharge, type Verdict } from '../batch/model.ts';
import type { Cause } from '../events.ts';
import { decideCharge } from '../transaction/decide-create.ts';
import { type Charge, type Command, type Transaction, toResource } from '../transaction/model.ts';

/**
 * Creates a charge unless its key already has one. Insufficient funds are not stored, so the same
 * key can be retried.
 */
export function charge(
  batch: BatchState,
  balance: Balance,
  command: Charge,
  cause: Cause,
): Verdict {
  const { accountId } = balance;
  const name = nameOfCharge(accountId, command.key);
  const earlier = batch.charges.get(name) ?? batch.loaded.charges.get(name);
  if (earlier && earlier.amount !== command.amount)
    return new AppError('conflict', `charge ${command.key} was created for another amount`);
  if (earlier) return { status: 200, body: { transactionId: earlier.transactionId } };

  const context = prepareContext(batch, balance, undefined);
  const decision = decideCharge(context, command);
  if (!decision.accepted) return new AppError(decision.code, decision.message);
  apply(batch, cause, context, decision);
  const transactionId = decision.transaction.id;
  batch.charges.set(name, { accountId, key: command.key, amount: command.amount, transactionId });
  return { status: 200, body: { transactionId } };
}

/** The reply to an accepted command; stored with its key in the same transaction. */
export function toReply(command: Command, transaction: Transaction): Reply {
  const resource = toResource(transaction);
  if (command.kind === 'create') {
    const { updated_at: _, ...created } = resource;
    return { status: 201, body: created };
  }
  if (command.kind !== 'cancel') return { status: 200, body: resource };
  return {
    status: 200,
    body: {
      id: resource.id,
      status: resource.status,
      canceled_at: resource.canceled_at,
      message: 'the payment was canceled and its amount is available again',
    },
  };
}
