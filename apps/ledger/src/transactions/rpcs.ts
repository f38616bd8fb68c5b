import { AppError } from '@florin/contracts';
import { amountOf, currencyOf, type RpcCall } from '@florin/grpc';
import { withTimeout } from '@florin/runtime/timeout';
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

interface ChargeAllRequest {
  readonly charges: readonly ChargeRequest[];
}

/** Limits the writer's memory for one call. */
const CHARGES_MAX = 128;

/** Share of the caller's timeout. Then it gets the finished charges, because one shard may hang. */
const ANSWER_SHARE = 0.8;

const chargeReply = z.object({ transactionId: z.string() });

/** ChargesService.Charge: billing charges an account. */
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

/** ChargesService.ChargeAll: the writer puts concurrent commands into one batch. */
export async function chargeAll(
  deps: Pick<PostingDeps, 'writer'>,
  { charges }: ChargeAllRequest,
  call: RpcCall,
) {
  if (charges.length > CHARGES_MAX)
    throw new AppError('invalid_request', `at most ${CHARGES_MAX} charges may be made at once`);
  const unknown = new AppError('unavailable', 'the charge is still being made; retry');
  const outcomes: Awaited<ReturnType<typeof outcomeOf>>[] = charges.map(() => refusalOf(unknown));
  const making = charges.map(async (each, index) => {
    outcomes[index] = await outcomeOf(deps, each, call);
  });
  await withTimeout(ANSWER_SHARE * (call.deadline - performance.now()), Promise.all(making));
  return { outcomes };
}

/**
 * @throws an unexpected error, which fails the whole call; its caller then makes each charge
 * separately.
 */
async function outcomeOf(deps: Pick<PostingDeps, 'writer'>, request: ChargeRequest, call: RpcCall) {
  try {
    return await charge(deps, request, call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusalOf(error);
  }
}

function refusalOf({ code, message }: AppError) {
  return { error: code, message };
}
