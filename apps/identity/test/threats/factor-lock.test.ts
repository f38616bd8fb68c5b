import { describe, expect, it } from 'vitest';
import { codeAt, enrol } from '../authenticator.ts';
import { newOwner, outcome, type Person } from '../people.ts';
import { useIdentity } from '../start-identity.ts';
import { logIn, PASSWORD } from '../steps.ts';

const { identity, database } = useIdentity();
const [HOME, ATTACKER] = ['203.0.113.7', '198.51.100.9'];
const NO_CODE = 'aaaa-aaaa-aaaa-aaaa';

const stepUp = (by: Person, code: string, address = HOME) =>
  identity()
    .call('POST', '/v1/auth/step_up', { caller: by.caller, body: { code }, address })
    .then(outcome);
const wrongCodes = async ({ userId }: Person) => {
  const [row] = await database().query<{ wrong_codes: number }>(
    'select wrong_codes from second_factors where user_id = $1',
    [userId],
  );
  return row?.wrong_codes;
};
/** A code that the authenticator does not show at any time near now. */
const wrongTotp = (secret: string) => {
  const shown = [-1, 0, 1].map((steps) => codeAt(identity(), secret, steps));
  return ['000000', '000001', '000002', '000003'].find((code) => !shown.includes(code)) ?? '';
};

describe('a second factor', () => {
  it('accepts a correct code after any number of wrong recovery codes', async () => {
    const owner = await newOwner(identity());
    const { secret } = await enrol(identity(), owner);
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await stepUp(owner, NO_CODE)).toBe('400 invalid_grant');
    expect(await stepUp(owner, NO_CODE)).toBe('429 rate_limited');
    expect(await stepUp(owner, codeAt(identity(), secret, 1))).toBe('200');
  });

  it('accepts a correct code at home while another address guesses', async () => {
    const owner = await newOwner(identity());
    const { secret, recovery } = await enrol(identity(), owner);
    const wrong = wrongTotp(secret);
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await stepUp(owner, wrong, ATTACKER)).toBe('400 invalid_grant');
    expect(await stepUp(owner, codeAt(identity(), secret, 1), ATTACKER)).toBe('429 rate_limited');
    expect(await stepUp(owner, recovery[0] ?? '', ATTACKER)).toBe('200');
    expect(await stepUp(owner, codeAt(identity(), secret, 1), HOME)).toBe('200');
  });

  it('limits guesses from many addresses, and still accepts a recovery code', async () => {
    const owner = await newOwner(identity());
    const { secret, recovery } = await enrol(identity(), owner);
    const wrong = wrongTotp(secret);
    const outcomes: string[] = [];
    for (let tries = 1; tries <= 14; tries += 1)
      outcomes.push(await stepUp(owner, wrong, `192.0.2.${tries}`));
    expect(outcomes.filter((each) => each === '400 invalid_grant')).toHaveLength(10);
    expect(await stepUp(owner, codeAt(identity(), secret, 1))).toBe('429 rate_limited');
    expect(await stepUp(owner, recovery[0] ?? '')).toBe('200');
    identity().clock.advance(15 * 60_000);
    expect(await stepUp(owner, codeAt(identity(), secret))).toBe('200');
  });

  it('counts eight uses of one recovery code as one success and one failure', async () => {
    const owner = await newOwner(identity());
    const { secret, recovery } = await enrol(identity(), owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stepUp(owner, recovery[0] ?? '')),
    );
    expect(answers.toSorted()).toEqual(['200', ...Array(7).fill('400 invalid_grant')]);
    // Four more are free, since the seven counted once.
    for (let tries = 1; tries <= 4; tries += 1)
      expect(await stepUp(owner, NO_CODE)).toBe('400 invalid_grant');
    expect(await stepUp(owner, NO_CODE)).toBe('429 rate_limited');
    expect(await wrongCodes(owner)).toBe(0);
    expect(await stepUp(owner, codeAt(identity(), secret, 1))).toBe('200');
  });

  it('lets a user log in by authenticator while recovery codes fail elsewhere', async () => {
    const owner = await newOwner(identity());
    const { secret } = await enrol(identity(), owner);
    const log = (code: string) => logIn(identity(), owner.email, PASSWORD, { code }).then(outcome);
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await log(NO_CODE)).toBe('401 invalid_credentials');
    expect(await log(codeAt(identity(), secret, 1))).toBe('200');
  });
});
