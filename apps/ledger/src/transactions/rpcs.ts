import { AppError } from '@florin/contracts';
import type { RpcCall } from '@florin/grpc';
import type { Writer } from '../posting/writer.ts';
import { amountOf, currencyOf } from '../rpc-fields.ts';

interface ChargeRequest {
  readonly accountId: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly reference: string;
}

/** ChargesService.Charge: billing takes its money. */
export function chargeRpc(writer: Writer) {
  return async (request: ChargeRequest, { requestId, deadline }: RpcCall) => {
    const { accountId, key, reference } = request;
    const amount = amountOf(request);
    if (key === '') throw new AppError('invalid_request', 'a charge needs a key');
    const currency = currencyOf(request);
    const { body } = await writer.submit(
      {
        accountId,
        command: { kind: 'charge', amount, currency, key, reference },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      deadline,
    );
    return body as { transactionId: string };
  };
}
