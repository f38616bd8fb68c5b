import { AppError } from '@florin/contracts';
import { amountOf, currencyOf, type RpcCall } from '@florin/grpc';
import { z } from 'zod';
import { type FundsCommand, purposes } from '../domain/funds/model.ts';
import type { AttemptOutcome } from '../domain/payment-request/model.ts';
import type { PostingDeps } from '../posting/submit.ts';
import { metadataOf } from '../rpc-metadata.ts';
import { finishAttempt } from './attempts.ts';

interface MovementRequest {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly reference: string;
  readonly metadata: string;
}

interface WithdrawRequest extends MovementRequest {
  readonly amountMin: string;
  readonly purpose: string;
  readonly ends: boolean;
}

interface EndRequest {
  readonly accountId: string;
  readonly key: string;
  readonly outcome: string;
}

interface FinishRequest {
  readonly accountId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly status: string;
  readonly reference: string;
  readonly code: string;
  readonly cardBrand: string;
  readonly cardLast4: string;
}

const movedReply = z.object({ transactionId: z.string(), amount: z.string() });
const purposeField = z.enum(purposes);

/** FundsService, which processors calls. */
export function fundsRpcs({ writer }: Pick<PostingDeps, 'writer'>) {
  async function submit(accountId: string, command: FundsCommand, call: RpcCall) {
    if (command.key === '') throw new AppError('invalid_request', 'a movement needs a key');
    const cause = { requestId: call.requestId, idempotencyKey: null };
    const { body } = await writer.submit({ accountId, command, cause }, call.deadline);
    return movedReply.parse(body);
  }
  return {
    /** Money is leaving the account, or has left it. */
    Withdraw(request: WithdrawRequest, call: RpcCall) {
      const { accountId, key, ends } = request;
      const purpose = purposeField.safeParse(request.purpose);
      if (!purpose.success)
        throw new AppError('invalid_request', `${request.purpose} is not a purpose`);
      const amount = amountOf(request);
      const amountMin = amountOf({ amount: request.amountMin });
      if (amountMin > amount)
        throw new AppError('invalid_request', 'amount_min is larger than the amount');
      const common = { kind: 'withdraw', key, ends, amountMin, purpose: purpose.data } as const;
      return submit(accountId, { ...common, ...moneyOf(request), amount }, call);
    },

    /** A withdrawal has arrived, or has failed. */
    async EndWithdrawal({ accountId, key, outcome }: EndRequest, call: RpcCall) {
      if (outcome !== 'paid' && outcome !== 'returned')
        throw new AppError('invalid_request', `${outcome} is not an outcome of a withdrawal`);
      await submit(accountId, { kind: 'end_withdrawal', key, outcome }, call);
      return {};
    },

    /** Money comes back. */
    async Deposit(request: MovementRequest, call: RpcCall) {
      const { accountId, key } = request;
      const command = { kind: 'deposit', key, ...moneyOf(request) } as const;
      const { transactionId } = await submit(accountId, command, call);
      return { transactionId };
    },

    /** A processor has reported the outcome of an attempt. */
    async FinishAttempt(request: FinishRequest, { requestId }: RpcCall) {
      const { attemptId: id, accountId, paymentId } = request;
      const attempt = { id, accountId, paymentId };
      const cause = { requestId, idempotencyKey: null };
      await finishAttempt({ writer }, attempt, outcomeOf(request), cause);
      return {};
    },
  };
}

function moneyOf(request: MovementRequest) {
  const { reference, metadata } = request;
  return {
    amount: amountOf(request),
    currency: currencyOf(request),
    reference: reference === '' ? null : reference,
    metadata: metadata === '' ? {} : metadataOf(metadata),
  };
}

function outcomeOf(request: FinishRequest): AttemptOutcome {
  const { status, reference, code, cardBrand: brand, cardLast4: last4 } = request;
  const card = brand === '' ? null : { brand, last4 };
  switch (status) {
    case 'succeeded':
      return { status, reference, card };
    case 'declined':
      return { status, reference: reference === '' ? null : reference, code, card };
    case 'canceled':
      return { status: 'abandoned' };
    default:
      throw new AppError('invalid_request', `${status} is not a final status of an attempt`);
  }
}
