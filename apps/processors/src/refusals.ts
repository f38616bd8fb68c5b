import { AppError, type Reply, refuse } from '@florin/contracts';

/** What a client is told; anything else is tried again. */
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
