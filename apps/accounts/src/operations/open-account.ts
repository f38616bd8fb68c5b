import { newId, type Reply } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { type Clients, HASHING_CALL_TIMEOUT_MS } from './clients.ts';
import type { Opening } from './opening.ts';

export interface OpenAccountRequest extends Omit<Opening, 'id' | 'passwordHash'> {
  readonly password: string;
}

/** Opens an account with its owner: hashes the password, then begins the work across services. */
export function makeOpenAccount(
  identity: Clients['identity'],
  begin: (opening: Opening, key: IdempotencyKey | undefined) => Promise<Reply>,
) {
  return async (
    { password, ...request }: OpenAccountRequest,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const { passwordHash } = await identity.hashPassword(
      { password },
      { requestId: request.requestId, timeoutMs: HASHING_CALL_TIMEOUT_MS },
    );
    return begin({ ...request, id: newId(), passwordHash }, key);
  };
}
