import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { logInAs, newAdmin, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn, PASSWORD } from './steps.ts';

const { identity } = useIdentity();
const PATH = '/v1/auth/factors';
const STEP_MS = 30_000;

const codeAt = (secret: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: identity().clock.now().getTime() + offsetMs,
  });
const post = (by: Person, path: string, body: object = {}) =>
  identity().call('POST', path, { caller: by.caller, body });
const begin = (by: Person) => post(by, PATH, { password: PASSWORD });
const stepUp = (by: Person, code: string) => post(by, '/v1/auth/step_up', { code });

/** Adds a second factor for a user, which consumes its current code. */
async function enrol(by: Person) {
  const { body } = await begin(by);
  const code = codeAt(body.secret);
  const { body: active } = await post(by, `${PATH}/${body.id}/confirm`, { code });
  return { id: body.id, secret: body.secret, used: code, recovery: active.recovery_codes };
}

describe('a second factor', () => {
  it('takes effect once a first code is correct, and gives recovery codes', async () => {
    const owner = await newOwner(identity());
    expect(outcome(await post(owner, PATH, { password: 'wrong one' }))).toBe(
      '401 invalid_credentials',
    );
    const { body } = await begin(owner);
    expect(body).toMatchObject({ status: 'pending', type: 'totp' });
    expect(body.otpauth_url).toContain(encodeURIComponent(owner.email));
    expect((await logIn(identity(), owner.email)).status).toBe(200);
    const confirm = (code: string) => post(owner, `${PATH}/${body.id}/confirm`, { code });
    expect(outcome(await confirm(codeAt(body.secret, -600_000)))).toBe('400 invalid_grant');
    const confirmed = await confirm(codeAt(body.secret));
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'active']);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    expect(outcome(await begin(owner))).toBe('409 conflict');
    const list = await identity().call('GET', PATH, { caller: owner.caller });
    expect(list.body).toMatchObject({ recovery_codes_left: 10, data: [{ id: body.id }] });
    expect(JSON.stringify(list.body)).not.toContain(body.secret);
  });

  it('is requested at login only of callers who know the password', async () => {
    const owner = await newOwner(identity());
    const { secret, used } = await enrol(owner);
    const log = (more: object, password = PASSWORD) =>
      logIn(identity(), owner.email, password, more).then(outcome);
    expect(await log({})).toBe('401 second_factor_required');
    expect(await log({}, 'not the password')).toBe('401 invalid_credentials');
    expect(await log({ code: '000000' })).toBe('401 invalid_credentials');
    // A code seen by someone else cannot be used again.
    expect(await log({ code: used })).toBe('401 invalid_credentials');
    expect(await log({ code: codeAt(secret, STEP_MS) })).toBe('200');
  });

  it('is replaced by a recovery code, once, in any spelling', async () => {
    const owner = await newOwner(identity());
    const { recovery } = await enrol(owner);
    const code = recovery[3].toUpperCase().replaceAll('-', ' ');
    expect(outcome(await logIn(identity(), owner.email, PASSWORD, { code }))).toBe('200');
    expect(outcome(await logIn(identity(), owner.email, PASSWORD, { code }))).toBe(
      '401 invalid_credentials',
    );
  });

  it('locks after five wrong codes from one client, also for the correct code', async () => {
    const owner = await newOwner(identity());
    const { secret } = await enrol(owner);
    for (let tries = 1; tries <= 5; tries += 1)
      expect(outcome(await stepUp(owner, '000000'))).toBe('400 invalid_grant');
    const right = codeAt(secret, STEP_MS);
    expect(outcome(await stepUp(owner, right))).toBe('429 rate_limited');
    identity().clock.advance(15 * 60_000);
    expect(outcome(await stepUp(owner, codeAt(secret)))).toBe('200');
  });

  it('accepts a code for one of several concurrent attempts', async () => {
    const owner = await newOwner(identity());
    const { recovery } = await enrol(owner);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => stepUp(owner, recovery[0]).then(outcome)),
    );
    expect(answers.toSorted()).toEqual([
      '200',
      '400 invalid_grant',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
  });

  it('is required again for sensitive operations, unless proved within ten minutes', async () => {
    const owner = await newOwner(identity());
    const { recovery, id } = await enrol(owner);
    const another = await logInAs(identity(), owner.email, PASSWORD, { code: recovery[0] });
    expect(another.caller.isStale).toBeUndefined();
    const stale = { ...another, caller: { ...another.caller, isStale: true } };
    const makeKey = (by: Person) => post(by, '/v1/api_keys', { name: 'Till' });
    const refused = await makeKey(stale);
    expect(outcome(refused)).toBe('401 insufficient_user_authentication');
    expect(refused.headers.get('www-authenticate')).toContain('max_age=600');
    expect((await makeKey(another)).status).toBe(201);
    const remove = (by: Person) =>
      identity().call('DELETE', `${PATH}/${id}`, { caller: by.caller });
    expect(outcome(await remove(stale))).toBe('401 insufficient_user_authentication');
    expect((await remove(another)).status).toBe(200);
    expect((await logIn(identity(), owner.email)).status).toBe(200);
  });

  it('makes earlier sessions stale, and this one fresh', async () => {
    const owner = await newOwner(identity());
    const before = await logInAs(identity(), owner.email);
    await enrol(owner);
    const principal = async ({ caller: { sessionId, userId } }: Person) =>
      identity().client.checkSession(
        { sessionId: sessionId ?? '', userId: userId ?? '' },
        { requestId: 'test', timeoutMs: 60_000 },
      );
    const fresh = await principal(owner);
    expect([fresh.stale, (await principal(before)).stale]).toEqual([false, true]);
    expect(Number(fresh.goodForMs)).toBeLessThanOrEqual(600_000);
  });

  it('can be removed when lost by account managers or an admin only', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    await enrol(member);
    await enrol(owner);
    const reset = (by: Person, whom: Person) =>
      identity().call('DELETE', `/v1/users/${whom.id}/factors`, { caller: by.caller });
    expect(outcome(await reset(await newOwner(identity()), member))).toBe('404 not_found');
    expect(outcome(await reset(member, member))).toBe('403 forbidden');
    expect(outcome(await reset(owner, member))).toBe('200');
    expect((await logIn(identity(), member.email)).status).toBe(200);
    expect(outcome(await reset(await newAdmin(identity()), owner))).toBe('200');
  });
});

describe('the policy of an account', () => {
  const patch = (by: Person, body: object) =>
    identity().call('PATCH', '/v1/account/policy', { caller: by.caller, body });

  it('requires a second factor of every member, including the user who sets it', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    expect(outcome(await patch(owner, { second_factor_required: true }))).toBe('409 conflict');
    await enrol(owner);
    expect((await patch(owner, { second_factor_required: true })).body).toEqual({
      object: 'account_policy',
      livemode: false,
      support_refund_max: null,
      step_up_refund_max: null,
      second_factor_required: true,
    });
    const bound = await logInAs(identity(), member.email);
    expect(bound.caller.mustEnrol).toBe(true);
    const self = await identity().call('GET', `/v1/users/${bound.id}`, { caller: bound.caller });
    expect(outcome(self)).toBe('401 second_factor_required');
    await enrol(bound);
    const done = await identity().client.checkSession(
      { sessionId: bound.caller.sessionId ?? '', userId: bound.userId },
      { requestId: 'test', timeoutMs: 60_000 },
    );
    expect(done.mustEnrol).toBe(false);
  });

  it('limits refunds by the role support, starting at none', async () => {
    const owner = await newOwner(identity());
    const support = await newUser(identity(), owner.caller);
    await identity().call('PATCH', `/v1/account/users/${support.id}`, {
      ...{ caller: owner.caller, body: { role: 'support' } },
    });
    const maxOf = async () => (await logInAs(identity(), support.email)).caller.refundMax;
    expect(await maxOf()).toBe('0');
    await patch(owner, { support_refund_max: 5_000 });
    expect(await maxOf()).toBe('5000');
    expect(outcome(await patch(support, { support_refund_max: 1 }))).toBe('403 forbidden');
    expect(outcome(await patch(owner, { support_refund_max: -1 }))).toBe('400 invalid_request');
  });
});
