import { AppError } from '@florin/contracts';
import { amountOf, currencyOf, type RpcCall } from '@florin/grpc';
import { z } from 'zod';
import type { PostingDeps } from '../posting/submit.ts';

interface ChargeRequest {
  readonly accountId: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly reference: string;
}

const chargeReply = z.object({ transactionId: z.string() });

/** ChargesService.Charge: billing takes its money. */
export async function charge(
  { writer }: Pick<PostingDeps, 'writer'>,
  request: ChargeRequest,
  { requestId, deadline }: RpcCall,
) {
  const { accountId, key, reference } = request;
  const amount = amountOf(request);
  if (key === '') throw new AppError('invalid_request', 'a charge needs a key');
  const currency = currencyOf(request);
  const command = { kind: 'charge', amount, currency, key, reference } as const;
  const cause = { requestId, idempotencyKey: null };
  const { body } = await writer.submit({ accountId, command, cause }, deadline);
  return chargeReply.parse(body);
}
