import { parsePublicId, toInstant, toPublicId } from '@florin/contracts';
import { movedFor, readMovements } from '../../documents/exports/movements.ts';
import type { SourceDeps } from '../../documents/exports/rows.ts';
import { balanceAt } from '../../documents/exports/sources.ts';
import { type Check, type Compared, DIFFERENCES_MAX, toCheck } from '../../domain/close.ts';
import { type Closing, findBookedNames, readCash } from './queries.ts';

/**
 * Compares booked payments with the change of the balance, including payouts and fees. Movements
 * without an invoice are the difference. Test clocks are left out on both sides.
 */
export async function checkLedger(
  deps: SourceDeps,
  closing: Closing,
  requestId: string,
): Promise<Check> {
  const { db, history } = deps;
  const { sellerId: accountId, startAt, endAt } = closing;
  const opening = await balanceAt(deps, accountId, startAt, requestId);
  let right = (await balanceAt(deps, accountId, endAt, requestId)) - opening;
  const booked = await findBookedNames(db, closing);
  let left = await readCash(db, closing);
  let unexplained = right - left;
  const others: Compared[] = [];
  const span = { accountId, from: toInstant(startAt), until: toInstant(endAt), requestId };
  for await (const movement of readMovements(history, span)) {
    const { transactionId: id, amount, kind, reference, subject } = movement;
    if (booked.ofClocks.has(reference) || booked.ofClocks.has(subject)) {
      right -= amount;
      unexplained -= amount;
      continue;
    }
    if (parsePublicId('invoice', reference) !== undefined || booked.sources.has(subject)) continue;
    unexplained -= amount;
    if (movedFor(movement)) left += amount;
    else if (others.length <= DIFFERENCES_MAX)
      others.push({ id, left: 0n, right: amount, description: `${kind} ${reference}`.trim() });
  }
  if (unexplained !== 0n)
    others.unshift({
      ...{ id: toPublicId('account', accountId), left: 0n, right: unexplained },
      description:
        'no transaction explains this: for example, money for a dispute that the balance could not cover yet',
    });
  return toCheck('ledger', { left, right }, others);
}
