import { AppError } from '@florin/contracts';
import type { TransferState, Unknown } from '../contract/model.ts';
import type { Funds } from '../funds.ts';
import { learnTransfer, type Transfer, type TransferStep } from './model.ts';

/** Operations in which refunds and payouts differ. */
export interface Transfers<Sent extends Transfer> {
  readonly funds: Pick<Funds, 'end' | 'deposit'>;
  /** The money of a transfer, as the ledger has it under its key. */
  readonly moneyOf: (transfer: Sent) => Parameters<Funds['deposit']>[0];
  /** Stores a change and its event; false where another process has changed it since `before`. */
  readonly save: (before: Sent, after: Sent) => Promise<boolean>;
  readonly reread: () => Promise<Sent>;
}

/** More often than a transfer can change: `pending`, `succeeded`, `failed`. */
const TRIES_MAX = 5;

/** Moves the money as a processor's answer asks, then stores the answer. Repeating it changes nothing. */
export async function takeTransfer<Sent extends Transfer>(
  transfers: Transfers<Sent>,
  read: Sent,
  state: TransferState | Unknown,
  requestId: string,
): Promise<Sent> {
  let before = read;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { after, money } = learnTransfer(before, state, Date.now());
    if (money !== null) await moveMoney(transfers, after, money, requestId);
    if (await transfers.save(before, after)) return after;
    before = await transfers.reread();
  }
  throw new AppError('unavailable', 'this transfer is being changed: repeat the request');
}

async function moveMoney<Sent extends Transfer>(
  { funds, moneyOf }: Transfers<Sent>,
  transfer: Sent,
  money: NonNullable<TransferStep<Sent>['money']>,
  requestId: string,
): Promise<void> {
  const { key, ...rest } = moneyOf(transfer);
  const deposit = () => funds.deposit({ ...rest, key: `${key}:failed` }, requestId);
  if (money === 'deposit') {
    await deposit();
    return;
  }
  try {
    await funds.end({ accountId: rest.accountId, key }, money, requestId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    if (money === 'paid')
      throw new AppError('unavailable', 'this transfer is being changed: repeat the request');
    // Its success reached the ledger, and no process has stored that.
    await deposit();
  }
}
