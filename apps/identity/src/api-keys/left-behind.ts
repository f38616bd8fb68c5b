import { type ApiKeyResource, apiKeySchema, type Caller, type Uuid } from '@florin/contracts';
import { z } from 'zod';
import { toApiKeyResource } from '../domain/api-key.ts';
import { managedAccountOf, managesKeys } from '../domain/api-key-rights.ts';
import type { Cause } from '../domain/event.ts';
import type { Revocation } from '../domain/revocation.ts';
import { REVOKING_TIMEOUT_MS } from '../requests.ts';
import type { Tx } from '../schema.ts';
import { deleteKeys } from './operations.ts';
import { readApiKeys } from './queries.ts';

/** Keys listed in the response; the list of API keys has the rest. */
const SHOWN_MAX = 100;
const FROM_THE_NEWEST = { after: undefined, before: undefined };

const revokeKeysField = z
  .boolean({ error: 'must be true or false' })
  .default(false)
  .describe('Whether the API keys that the user created are revoked in the same step.');

export const leftKeysFields = {
  api_keys: z
    .array(apiKeySchema)
    .describe(
      `Active API keys that the user created, newest first, at most ${SHOWN_MAX}; empty if you cannot manage keys.`,
    ),
  revoked_api_keys: z.int().describe('Number of API keys that were revoked in this step.'),
};

/** Settings shared by routes that end a user's access. */
export const leavingRoute = {
  token: 'session_or_key',
  keyScope: 'users:write',
  timeoutMs: REVOKING_TIMEOUT_MS,
  takesIdempotencyKey: true,
  isBodyOptional: true,
  errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
} as const;
export const leavingBody = z.object({ revoke_keys: revokeKeysField });

interface LeavingMember {
  readonly caller: Caller;
  readonly userId: Uuid;
  /** Undefined means every account that the caller manages. */
  readonly accountId?: Uuid;
  readonly revokes: boolean;
}

interface LeftKeys {
  readonly fields: { readonly api_keys: ApiKeyResource[]; readonly revoked_api_keys: number };
  readonly revocations: readonly Revocation[];
}

/**
 * Keeps or revokes the API keys made by a user who leaves, as the remover chooses.
 * @throws AppError forbidden for revoking without the right to manage keys.
 */
export async function keepOrRevokeKeys(
  tx: Tx,
  { caller, userId: createdBy, accountId, revokes }: LeavingMember,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<LeftKeys> {
  if (!revokes && !managesKeys(caller))
    return { fields: { api_keys: [], revoked_api_keys: 0 }, revocations: [] };
  const managed = managedAccountOf(caller);
  const which = { accountId: accountId ?? managed, createdBy };
  const revoked = revokes ? await deleteKeys(tx, which, cause, now) : [];
  const left = await readApiKeys(tx, which, FROM_THE_NEWEST, SHOWN_MAX);
  return {
    fields: { api_keys: left.map(toApiKeyResource), revoked_api_keys: revoked.length },
    revocations: revoked.map(({ id }) => ({ kind: 'key', subject: id })),
  };
}
