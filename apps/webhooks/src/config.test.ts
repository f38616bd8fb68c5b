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
  ['addresses outside', {}, true],
  ['a laptop', { FLORIN_MODE: 'development', FLORIN_WEBHOOKS_ALLOW_PRIVATE: 'on' }, true],
  ['a network whose owners it lets in', { FLORIN_WEBHOOKS_ALLOW_PRIVATE: 'on' }, false],
])('keeps what receivers answer where they are %s: %o', (_where, given, keeps) => {
  expect(readConfig({ FLORIN_MODE: 'production', ...env, ...given }).keepsAnswers).toBe(keeps);
});
