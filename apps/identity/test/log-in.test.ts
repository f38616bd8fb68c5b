import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityDatabase, startIdentity, type TestIdentity } from './start-identity.ts';
import { isAlive, logIn, openAccount, PASSWORD } from './steps.ts';

let identity: TestIdentity;
let database: Awaited<ReturnType<typeof createIdentityDatabase>>;

beforeAll(async () => {
  database = await createIdentityDatabase();
  identity = await startIdentity(database.url);
});
afterAll(async () => {
  await identity.stop();
  await database.drop();
});

describe('POST /v1/auth/login', () => {
  it('200: gives tokens, the session and the user', async () => {
    const { email } = await openAccount(identity, { name: 'Ada' });
    const login = await logIn(identity, email);
    expect(login.status).toBe(200);
    expect(login.body).toEqual({
      access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
      session_id: expect.stringMatching(/^ses_/),
      user: { id: expect.stringMatching(/^usr_/), email, name: 'Ada' },
    });
    expect(login.headers.get('cache-control')).toBe('no-store');
    expect(await isAlive(identity, login)).toBe(true);
  });
});
