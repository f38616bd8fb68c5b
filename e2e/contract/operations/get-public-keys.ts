import { call } from '../../api.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /.well-known/jwks.json',
  access: [about('public', undefined)],
  scenarios: [
    succeeds(200, 'the public keys', () => call('GET', '/.well-known/jwks.json')),
    refuses(400, 'invalid_request', 'a body that is encoded', () =>
      call('GET', '/.well-known/jwks.json', { headers: { 'Content-Encoding': 'gzip' } }),
    ),
  ],
};
