import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Person } from './people.ts';
import type { TestIdentity } from './start-identity.ts';
import { PASSWORD } from './steps.ts';

const FACTORS = '/v1/auth/factors';

/** An authenticator's code, now or some steps later. */
export function codeAt(identity: TestIdentity, secret: string, steps = 0): string {
  const timestamp = identity.clock.now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Adds a second factor for a user, which consumes its current code. */
export async function enrol(identity: TestIdentity, by: Person, password = PASSWORD) {
  const post = (path: string, body: object) =>
    identity.call('POST', path, { caller: by.caller, body });
  const { body } = await post(FACTORS, { password });
  const confirmed = await post(`${FACTORS}/${body.id}/confirm`, {
    code: codeAt(identity, body.secret),
  });
  expect(confirmed.status).toBe(200);
  const recovery: readonly string[] = confirmed.body.recovery_codes;
  return { id: body.id as string, secret: body.secret as string, recovery };
}
