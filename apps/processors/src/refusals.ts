import { AppError, type Reply, refuse } from '@florin/contracts';

/** The reply for a final refusal; other errors are thrown and retried. */
export function refusalOf(error: unknown): Reply {
  const codes = [
    'conflict',
    'invalid_request',
    'currency_mismatch',
    'insufficient_funds',
    'not_found',
    'forbidden',
    'insufficient_user_authentication',
  ];
  if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
  return refuse(error.code, error.message);
}
