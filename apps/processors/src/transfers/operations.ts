import { AppError } from '@florin/contracts';
import type { TransferState, Unknown } from '../contract/model.ts';
import type { Funds } from '../domain/funds.ts';
import { learnTransfer, type Transfer, type TransferStep } from '../domain/transfer.ts';

/** Operations that differ between refunds and payouts. */
export interface Transfers<Sent extends Transfer> {
  readonly funds: Pick<Funds, 'end' | 'deposit'>;
  /** The money of a transfer, with its key in the ledger. */
  readonly moneyOf: (transfer: Sent) => Parameters<Funds['deposit']>[0];
  /** Saves a change and its event; false if another process has changed it since `before`. */
  readonly save: (before: Sent, after: Sent) => Promise<boolean>;
  readonly reread: () => Promise<Sent>;
}

/** Above the possible changes of a transfer: `pending`, `succeeded`, `failed`. */
const TRIES_MAX = 5;

/** Moves the money as a state requires, then saves the state. Idempotent. */
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
  throw new AppError('unavailable', 'this transfer is being changed; retry');
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
      throw new AppError('unavailable', 'this transfer is being changed; retry');
    // The success reached the ledger, but was never saved here.
    await deposit();
  }
}
