import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startIdentity, type TestIdentity, useIdentity } from '../start-identity.ts';
import { newEmail, openAccount, PASSWORD } from '../steps.ts';

/** Allowed password guesses per login and hour. */
const TRIES_MAX = 100;

const { identity, database } = useIdentity();

const tryToLogIn = (at: TestIdentity, email: string, password: string, address = '192.0.2.1') =>
  at.call('POST', '/v1/auth/login', { body: { email, password }, address });

const isRetryLater = ({ headers }: { headers: Headers }) => headers.has('retry-after');

/**
 * Guesses every second for an hour, concurrently at first; returns the number of checked guesses.
 */
async function guessForAnHour(at: TestIdentity, email: string): Promise<number> {
  const first = await Promise.all(
    Array.from({ length: 50 }, () => tryToLogIn(at, email, randomUUID())),
  );
  let lookedAt = first.filter((answer) => !isRetryLater(answer)).length;
  let secondsLeft = 3_600;
  while (secondsLeft > 0 && lookedAt <= TRIES_MAX) {
    const answer = await tryToLogIn(at, email, randomUUID());
    expect([answer.status, answer.body.error]).toEqual(
      isRetryLater(answer) ? [429, 'rate_limited'] : [401, 'invalid_credentials'],
    );
    if (!isRetryLater(answer)) lookedAt += 1;
    const waitS = Number(answer.headers.get('retry-after') ?? 1);
    at.clock.advance(waitS * 1_000);
    secondsLeft -= waitS;
  }
  return lookedAt;
}

describe('guessing a password', () => {
  it('is limited to a hundred attempts an hour, for known and unknown logins', async () => {
    const { email } = await openAccount(identity());
    expect(await guessForAnHour(identity(), email)).toBeLessThanOrEqual(TRIES_MAX);
    expect(await guessForAnHour(identity(), newEmail())).toBeLessThanOrEqual(TRIES_MAX);
  });

  it('exceeds that without the limit: the test would notice', async () => {
    const { email } = await openAccount(identity());
    const unlimited = await startIdentity(database().url, { limitsGuessing: false });
    expect(await guessForAnHour(unlimited, email)).toBeGreaterThan(TRIES_MAX);
    await unlimited.stop();
  });

  it('does not lock out an owner at another address, nor for longer than a minute', async () => {
    const { email } = await openAccount(identity());
    for (let tries = 0; tries < 11; tries += 1) {
      const { headers } = await tryToLogIn(identity(), email, 'wrong password');
      identity().clock.advance(Number(headers.get('retry-after') ?? 0) * 1_000);
      await tryToLogIn(identity(), email, 'wrong password');
    }
    const late = await tryToLogIn(identity(), email, PASSWORD);
    expect([late.status, late.body.error, isRetryLater(late)]).toEqual([429, 'rate_limited', true]);
    expect((await tryToLogIn(identity(), email, PASSWORD, '192.0.2.2')).status).toBe(200);
    identity().clock.advance(60_000);
    expect((await tryToLogIn(identity(), email, PASSWORD)).status).toBe(200);
    // The count is reset: the next mistake is the first again.
    for (let tries = 0; tries < 5; tries += 1)
      expect(isRetryLater(await tryToLogIn(identity(), email, 'wrong password'))).toBe(false);
  });

  it('locks the owner out only of the guessing addresses, however many there are', async () => {
    const { email } = await openAccount(identity());
    expect((await tryToLogIn(identity(), email, PASSWORD, '203.0.113.7')).status).toBe(200);
    const addresses = Array.from({ length: 20 }, (_, at) => `198.51.100.${at}`);
    const guess = async (address: string) => {
      for (let tries = 0; tries < 6; tries += 1)
        await tryToLogIn(identity(), email, 'wrong password', address);
    };
    const guessing = Promise.all(addresses.map(guess));
    const known = await tryToLogIn(identity(), email, PASSWORD, '203.0.113.7');
    const fresh = await tryToLogIn(identity(), email, PASSWORD, '203.0.113.8');
    expect([known.status, fresh.status]).toEqual([200, 200]);
    await guessing;
    for (const address of ['203.0.113.7', '203.0.113.9'])
      expect((await tryToLogIn(identity(), email, PASSWORD, address)).status).toBe(200);
    const from = await tryToLogIn(identity(), email, PASSWORD, addresses[0]);
    expect(Number(from.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('is counted across all spellings of an identifier and its whole network', async () => {
    const { email } = await openAccount(identity());
    const spellings = [email, ` ${email}`, email.toUpperCase()];
    const addresses = ['2001:db8:1:2::1', '2001:DB8:1:2:a:b:c:d', '2001:db8:1:2::ffff'];
    for (let tries = 0; tries < 6; tries += 1) {
      const spelling = spellings[tries % 3] ?? email;
      await tryToLogIn(identity(), spelling, 'wrong password', addresses[tries % 3]);
    }
    expect(isRetryLater(await tryToLogIn(identity(), email, PASSWORD, '2001:db8:1:2::5'))).toBe(
      true,
    );
    expect((await tryToLogIn(identity(), email, PASSWORD, '2001:db8:1:3::5')).status).toBe(200);
  });

  it('is counted across processes, and only one attempt proceeds when the wait ends', async () => {
    const { email } = await openAccount(identity());
    const second = await startIdentity(database().url, { clock: identity().clock });
    const both = [identity(), second];
    for (let tries = 0; tries < 6; tries += 1)
      await tryToLogIn(both[tries % 2] ?? second, email, 'wrong password');
    identity().clock.advance(60_000);
    const rush = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tryToLogIn(both[index % 2] ?? second, email, 'wrong password'),
      ),
    );
    expect(rush.filter((answer) => !isRetryLater(answer))).toHaveLength(1);
    await second.stop();
  });

  it('stores neither identifiers nor addresses', async () => {
    const email = newEmail();
    await tryToLogIn(identity(), email, 'wrong password', '198.51.100.7');
    const rows = await database().query('select * from failed_logins');
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows, (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(text).not.toContain(email.slice(0, 20));
    expect(text).not.toContain('198.51.100.7');
  });
});
