import { AppError, isErrorCode, newId } from '@florin/contracts';
import { CALL_TIMEOUT_MS, type ChargesClient, isUnavailable } from '../../clients.ts';

type ChargeRequest = Parameters<ChargesClient['charge']>[0];
type ChargeReply = Awaited<ReturnType<ChargesClient['charge']>>;

interface Waiting {
  readonly request: ChargeRequest;
  readonly resolve: (reply: ChargeReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of charges in one ledger call. */
const CHARGES_MAX = 128;

/**
 * A ledger client that sends concurrent charges as one call, which is much cheaper. For charges
 * that no client requested: they share one request id.
 */
export function gatherCharges(ledger: ChargesClient): ChargesClient {
  let waiting: Waiting[] = [];
  const send = () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += CHARGES_MAX)
      void chargeTogether(ledger, all.slice(from, from + CHARGES_MAX));
  };
  return {
    ...ledger,
    charge: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ request, resolve, reject }) === 1) setImmediate(send);
      }),
  };
}

async function chargeTogether(ledger: ChargesClient, waiting: readonly Waiting[]): Promise<void> {
  const context = { requestId: newId(), timeoutMs: CALL_TIMEOUT_MS };
  try {
    const charges = waiting.map(({ request }) => request);
    const { outcomes = [] } = await ledger.chargeAll({ charges }, context);
    for (const [index, { resolve, reject }] of waiting.entries()) {
      const { transactionId = '', error, message } = outcomes[index] ?? NO_OUTCOME;
      if (error === '') resolve({ transactionId });
      else reject(new AppError(isErrorCode(error) ? error : 'internal_error', message ?? ''));
    }
  } catch (error) {
    for (const { request, resolve, reject } of waiting) {
      if (isUnavailable(error)) reject(error);
      // One faulty charge must not fail the others, and an older ledger lacks the batch call.
      else ledger.charge(request, context).then(resolve, reject);
    }
  }
}

const NO_OUTCOME = {
  transactionId: '',
  error: 'internal_error',
  message: 'the ledger has not reported the result',
};
