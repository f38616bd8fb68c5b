import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const keySchema = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  kid: z.string(),
  use: z.string(),
  alg: z.string(),
});

export const signingKeysRoute = ({ signingKeys }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getPublicKeys',
    summary: 'Public keys that access tokens are signed with, as a JWK set',
    token: 'none',
    replies: { 200: z.object({ keys: z.array(keySchema) }) },
    errors: ['invalid_request'],
    async handle() {
      return {
        status: 200,
        // Shorter than a new key is published before it signs.
        headers: { 'Cache-Control': 'public, max-age=60' },
        body: { keys: await signingKeys.listPublicKeys() },
      };
    },
  });
