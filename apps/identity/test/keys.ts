import { createHash } from 'node:crypto';
import type { Caller } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import type { TestIdentity } from './start-identity.ts';
import { context } from './steps.ts';

export function createKey(
  identity: TestIdentity,
  caller: Partial<Caller>,
  body: unknown = { name: 'back end' },
  idempotencyKey?: string,
): Promise<Answer> {
  return identity.call('POST', '/v1/api_keys', {
    caller,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

/** Checks a secret as the gateway does. */
export function checkKey(identity: TestIdentity, secret: string) {
  const secretHash = createHash('sha256').update(secret).digest('base64url');
  return identity.client.checkApiKey({ secretHash }, context());
}

export async function isKeyAlive(identity: TestIdentity, { body }: Answer): Promise<boolean> {
  return (await checkKey(identity, body.secret)).alive;
}
