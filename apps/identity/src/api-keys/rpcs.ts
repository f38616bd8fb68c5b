import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { toCacheFields } from '../domain/revocation.ts';
import { type IdentityRpcs, parseRequest } from '../requests.ts';
import { checkApiKey } from './read.ts';

const secretSchema = z.object({
  secretHash: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url')
    .transform((text) => Buffer.from(text, 'base64url')),
});

/** Checks API key secrets that a gateway has not cached. */
export function apiKeyRpcs(deps: Deps): Pick<IdentityRpcs, 'CheckApiKey'> {
  return {
    async CheckApiKey(request) {
      const key = await checkApiKey(deps, parseRequest(secretSchema, request));
      return {
        alive: key !== undefined,
        keyId: key?.keyId ?? '',
        accountId: key?.accountId ?? '',
        scopes: [...(key?.scopes ?? [])],
        readOnly: key?.isReadOnly ?? false,
        ...toCacheFields(key),
      };
    },
  };
}
