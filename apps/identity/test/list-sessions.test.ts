import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { keyOf, logInAs, newOwner, newUser, outcome } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn, refresh } from './steps.ts';

const { identity } = useIdentity();
const DAY_MS = 86_400_000;

const list = (caller: object, query = '') =>
  identity().call('GET', `/v1/auth/sessions${query}`, { caller });

describe('GET /v1/auth/sessions', () => {
  it("200: lists the caller's open sessions, newest first, and marks the current one", async () => {
    const user = await newUser(identity());
    const second = await logInAs(identity(), user.email);
    const third = await logInAs(identity(), user.email);
    await newUser(identity());
    const { status, body } = await list(second.caller);
    expect(status).toBe(200);
    const now = identity().clock.now();
    expect(body).toEqual({
      object: 'list',
      data: [third, second, user].map(({ caller }) => ({
        id: toPublicId('session', caller.sessionId ?? ''),
        object: 'session',
        livemode: null,
        user_id: user.id,
        current: caller === second.caller,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
        account_id: null,
        device: expect.any(String),
        network: null,
      })),
      has_more: false,
    });
  });

  it('200: paginates in both directions', async () => {
    const user = await newUser(identity());
    for (let count = 0; count < 4; count += 1) await logIn(identity(), user.email);
    const all = (await list(user.caller)).body.data;
    expect(all).toHaveLength(5);
    const first = (await list(user.caller, '?limit=2')).body;
    const second = (await list(user.caller, `?limit=2&starting_after=${all[1].id}`)).body;
    const third = (await list(user.caller, `?limit=2&starting_after=${all[3].id}`)).body;
    expect([...first.data, ...second.data, ...third.data]).toEqual(all);
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false]);
    const back = (await list(user.caller, `?limit=2&ending_before=${all[4].id}`)).body;
    expect([back.data, back.has_more]).toEqual([all.slice(2, 4), true]);
  });

  it('200: leaves out ended and expired sessions', async () => {
    const user = await newUser(identity());
    const rested = await logIn(identity(), user.email);
    const ended = await logIn(identity(), user.email);
    await identity().call('DELETE', '/v1/auth/session', {
      caller: user.caller,
      body: { session_id: ended.body.session_id },
    });
    identity().clock.advance(6 * DAY_MS);
    await refresh(identity(), rested.body.refresh_token);
    identity().clock.advance(2 * DAY_MS);
    const ids = (await list(user.caller)).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([rested.body.session_id]);
  });

  it('400: malformed cursors, cursors of another user, two cursors', async () => {
    const [mine, other] = [await newUser(identity()), await newUser(identity())];
    const id = toPublicId('session', mine.caller.sessionId ?? '');
    for (const query of [
      'starting_after=nonsense',
      `starting_after=${toPublicId('session', newId())}`,
      `ending_before=${toPublicId('session', other.caller.sessionId ?? '')}`,
      `starting_after=${id}&ending_before=${id}`,
      'limit=0',
      'limit=x',
    ])
      expect(outcome(await list(mine.caller, `?${query}`))).toBe('400 invalid_request');
    expect((await list(mine.caller, '?limit=1000')).status).toBe(200);
  });

  it('403: an API key · 401: no token', async () => {
    expect(outcome(await list(keyOf(await newOwner(identity()))))).toBe('403 forbidden');
    expect(outcome(await list({}))).toBe('401 unauthorized');
  });
});
