import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { parseRequest } from './parse-request.ts';
import { toRemembrance } from './remembrance.ts';

const requestSchema = z.object({
  secretHash: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url')
    .transform((text) => Buffer.from(text, 'base64url')),
});

export const checkApiKeyRpc =
  ({ checkApiKey }: Operations): IdentityRpcs['CheckApiKey'] =>
  async (request) => {
    const key = await checkApiKey(parseRequest(requestSchema, request).secretHash);
    return {
      alive: key !== undefined,
      keyId: key?.keyId ?? '',
      accountId: key?.accountId ?? '',
      scopes: [...(key?.scopes ?? [])],
      readOnly: key?.isReadOnly ?? false,
      ...toRemembrance(key),
    };
  };
