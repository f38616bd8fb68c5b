import { describe, expect, it } from 'vitest';
import { makeRevocations, type Revocation } from './revocations.ts';

const MINUTE_MS = 60_000;
const session = (revision: number, subject = 'session'): Revocation => ({
  revision,
  subject,
  refuses: true,
  exceptSession: '',
});
const change = (revision: number, subject = 'user'): Revocation => ({
  revision,
  subject,
  refuses: false,
  exceptSession: '',
});
const others = (revision: number, exceptSession = 'session'): Revocation => ({
  ...change(revision),
  exceptSession,
});

/** A gateway that started at revision 10 and received the rest at once. */
function received(...revocations: Revocation[]) {
  const known = makeRevocations();
  known.apply({ revision: 10, revocations: [] }, 0);
  known.apply({ revision: 10 + revocations.length, revocations }, 0);
  return known;
}

describe('a cached principal', () => {
  it.each([
    ['nothing was revoked', [], 10, true],
    ['another session was revoked', [session(11, 'other')], 10, true],
    ['its session was revoked', [session(11)], 10, false],
    ['its user has changed', [change(11)], 10, false],
    ['its account has changed', [change(11, 'account')], 10, false],
    ['it was read after the revocation', [session(11), change(12)], 12, true],
    ['it was read between two changes', [change(11), change(12)], 11, false],
    ['it is newer than all revocations', [session(11)], 99, true],
    ['it is older than the start', [], 9, false],
    ['all other sessions were revoked', [others(11)], 10, true],
    ['all sessions except another one were revoked', [others(11, 'other')], 10, false],
    ['all other sessions were revoked, twice', [others(11), others(12)], 10, true],
    ['its user changed, then all other sessions were revoked', [change(11), others(12)], 10, false],
    ['the same, but it was read in between', [change(11), others(12)], 11, true],
    ['all other sessions were revoked, then its user changed', [others(11), change(12)], 11, false],
    [
      'all other sessions were revoked, then all except another one',
      [others(11), others(12, 'other')],
      11,
      false,
    ],
    ['all other sessions were revoked, then its own', [others(11), session(12)], 11, false],
  ] as const)('is current unless revoked since: %s', (_when, revocations, revision, expected) => {
    const subjects = ['session', 'user', 'account'];
    expect(received(...revocations).isCurrent({ subjects, revision })).toBe(expected);
  });

  it('is void when revocations are missing', () => {
    const known = received();
    const news = { revision: 13, revocations: [session(11, 'a'), session(13, 'b')] };
    expect(known.apply(news, 0)).toBe(false);
    expect(known.isCurrent({ subjects: ['c'], revision: 12 })).toBe(false);
    expect(known.isCurrent({ subjects: ['c'], revision: 13 })).toBe(true);
  });

  it('is void when older revocations were evicted', () => {
    const known = makeRevocations(2);
    known.apply({ revision: 0, revocations: [] }, 0);
    const revocations = [session(1, 'a'), session(2, 'b'), session(3, 'a'), session(4, 'c')];
    known.apply({ revision: 4, revocations }, 0);
    expect(known.size()).toBe(2);
    // The entry of b was evicted, since that of a moved behind it.
    expect(known.isCurrent({ subjects: ['b'], revision: 1 })).toBe(false);
    expect(known.isCurrent({ subjects: ['b'], revision: 2 })).toBe(true);
    expect(known.isCurrent({ subjects: ['a'], revision: 2 })).toBe(false);
  });

  it('is void when identity was restored to an earlier state', () => {
    const known = received(session(11));
    expect(known.apply({ revision: 10, revocations: [] }, 0)).toBe(false);
    expect(known.applied()).toBe(10);
    expect(known.refuses(['session'], 10)).toBe(false);
  });
});

describe('a token', () => {
  const subjects = ['session', 'user'];
  it.each([
    ['nothing was revoked', [], 10, false],
    ['its session was revoked', [session(11)], 10, true],
    ['its user was revoked', [session(11, 'user')], 10, true],
    ['its user was revoked before it was minted', [session(11, 'user')], 11, false],
    ['its user has only changed', [change(11)], 10, false],
    ['its user was revoked, then changed', [session(11, 'user'), change(12)], 10, true],
    ['it was minted in between', [session(11, 'user'), change(12)], 11, false],
    ['its user was revoked, then all other sessions', [session(11, 'user'), others(12)], 10, true],
    ['another session was revoked', [session(11, 'other')], 10, false],
  ] as const)('is refused if revoked since: %s', (_when, revocations, mintedAt, expected) => {
    expect(received(...revocations).refuses(subjects, mintedAt)).toBe(expected);
  });

  it('stays refused while it could be valid', () => {
    const known = received(session(11));
    known.apply({ revision: 11, revocations: [] }, 10 * MINUTE_MS);
    expect(known.refuses(subjects, 10)).toBe(true);
  });
});

it('evicts revocations older than any token, which voids earlier principals', () => {
  const known = received(session(11), change(12));
  known.apply({ revision: 13, revocations: [session(13, 'late')] }, 5 * MINUTE_MS);
  known.apply({ revision: 13, revocations: [] }, 11 * MINUTE_MS);
  expect(known.size()).toBe(1);
  expect(known.isCurrent({ subjects: ['session'], revision: 10 })).toBe(false);
  expect(known.isCurrent({ subjects: ['session'], revision: 12 })).toBe(true);
});
