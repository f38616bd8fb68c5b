import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const keySchema = z
  .object({
    kty: z.string().describe('Kind of key: `OKP` (RFC 8037).'),
    crv: z.string().describe('Its curve: `Ed25519`.'),
    x: z.string().describe('The public key, base64url.'),
    kid: z.string().describe('Its name, which stands in the header of the tokens that it signs.'),
    use: z.string().describe('What it is for: `sig`.'),
    alg: z.string().describe('By which algorithm it signs: `EdDSA`.'),
  })
  .meta({ id: 'PublicKey', description: 'A key that access tokens are checked with (RFC 7517).' });

export const signingKeysRoute = ({ signingKeys }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getPublicKeys',
    summary: 'Public keys that access tokens are signed with, as a JWK set',
    description:
      'For who checks access tokens by themselves (RFC 7517): Ed25519 keys, by their `kid`. A key is published before it signs; keep the answer for a minute.',
    token: 'none',
    replies: {
      200: z
        .object({ keys: z.array(keySchema).describe('Those that tokens may be signed by now.') })
        .meta({ id: 'PublicKeys', description: 'A JSON Web Key Set (RFC 7517).' }),
    },
    errors: ['invalid_request'],
    async handle() {
      return {
        status: 200,
        // Shorter than the time between publishing a key and signing with it.
        headers: { 'Cache-Control': 'public, max-age=60' },
        body: { keys: await signingKeys.listPublicKeys() },
      };
    },
  });
