import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const env = {
  WEBHOOKS_HTTP_PORT: '0',
  WEBHOOKS_GRPC_PORT: '0',
  WEBHOOKS_DATABASE_URL: 'postgres://nobody@127.0.0.1/florin',
  WEBHOOKS_NATS_URL: 'nats://127.0.0.1:4222',
  WEBHOOKS_ACCEPT_KEYS: 'gateway=k1:c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ',
};

it.each([
  ['public addresses', {}, true],
  ['development', { FLORIN_MODE: 'development', FLORIN_WEBHOOKS_ALLOW_PRIVATE: 'on' }, true],
  ['private addresses in production', { FLORIN_WEBHOOKS_ALLOW_PRIVATE: 'on' }, false],
])('stores responses of receivers or not, for %s: %o', (_where, given, keeps) => {
  expect(readConfig({ FLORIN_MODE: 'production', ...env, ...given }).keepsAnswers).toBe(keeps);
});
