import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const keySchema = z
  .object({
    kty: z.string().describe('Key type: `OKP` (RFC 8037).'),
    crv: z.string().describe('Curve: `Ed25519`.'),
    x: z.string().describe('Public key, base64url.'),
    kid: z.string().describe('Key id, as in the header of tokens signed with it.'),
    use: z.string().describe('Use: `sig`.'),
    alg: z.string().describe('Algorithm: `EdDSA`.'),
  })
  .meta({ id: 'PublicKey', description: 'A public key for checking access tokens (RFC 7517).' });

export const signingKeysRoute = ({ signingKeys }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getPublicKeys',
    summary: 'Retrieve the public keys of access tokens',
    description:
      'A JWK set (RFC 7517) of Ed25519 keys by `kid`, for services that verify access tokens themselves. Keys are published before they sign; cache the response for one minute.',
    token: 'none',
    replies: {
      200: z
        .object({ keys: z.array(keySchema).describe('Keys that may sign tokens now.') })
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
