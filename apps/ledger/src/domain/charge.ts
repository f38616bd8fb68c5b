import { AppError } from '@florin/contracts';
import type { Balance } from './balance.ts';
import type { Charge } from './command.ts';
import { decideCharge } from './decide-charge.ts';
import type { Cause } from './event.ts';
import { apply, type OpenBatch, prepareGround } from './open-batch.ts';
import { nameOfCharge, type Verdict } from './submission.ts';

/**
 * Makes a charge unless its key has made one already. Lack of money is not remembered: the same
 * key may be tried again.
 */
export function charge(batch: OpenBatch, balance: Balance, command: Charge, cause: Cause): Verdict {
  const { accountId } = balance;
  const name = nameOfCharge(accountId, command.key);
  const earlier = batch.charges.get(name) ?? batch.loaded.charges.get(name);
  if (earlier && earlier.amount !== command.amount)
    return new AppError('conflict', `charge ${command.key} was made for another amount`);
  if (earlier) return { status: 200, body: { transactionId: earlier.transactionId } };

  const ground = prepareGround(batch, balance, undefined);
  const decision = decideCharge(ground, command);
  if (!decision.accepted) return new AppError(decision.code, decision.message);
  apply(batch, cause, ground, decision);
  const transactionId = decision.transaction.id;
  batch.charges.set(name, { accountId, key: command.key, amount: command.amount, transactionId });
  return { status: 200, body: { transactionId } };
}
