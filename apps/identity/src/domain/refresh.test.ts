import { describe, expect, it } from 'vitest';
import { decideRefresh, type PresentedRefreshToken } from './refresh.ts';
import { beginSession, endSession } from './session.ts';

const now = new Date('2026-01-31T00:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const session = beginSession('0194b8a0-0000-7000-8000-000000000000', before(86_400_000));
const unused = { generation: 3, expiresAt: new Date(now.getTime() + 1), usedAt: null };
const used = (ms: number, generation = 2) => ({ ...unused, generation, usedAt: before(ms) });
const fine: PresentedRefreshToken = {
  presented: unused,
  currentGeneration: 3,
  session,
  access: 'active',
};

describe('decideRefresh', () => {
  const cases: [
    title: string,
    change: Partial<PresentedRefreshToken>,
    expected: ReturnType<typeof decideRefresh>,
  ][] = [
    ['rotates the current token', {}, 'rotate'],
    ['refuses an expired token', { presented: { ...unused, expiresAt: now } }, 'refuse'],
    ['refuses in an ended session', { session: endSession(session, now) }, 'refuse'],
    ['refuses in an expired session', { session: { ...session, expiresAt: now } }, 'refuse'],
    ['only refuses the predecessor within 2 s', { presented: used(2_000) }, 'refuse'],
    ['ends the session for the predecessor later', { presented: used(2_001) }, 'refuse_and_end'],
    ['ends the session for an older one', { presented: used(10, 1) }, 'refuse_and_end'],
    [
      'ends the session for a used and expired one',
      { presented: { ...used(5_000), expiresAt: before(1) } },
      'refuse_and_end',
    ],
    [
      'does not end a session twice',
      { presented: used(5_000), session: endSession(session, now) },
      'refuse',
    ],
    ['forbids a suspended user', { access: 'suspended' }, 'forbid'],
    [
      'forbids a closed account for any token',
      { access: 'closed', presented: used(9_000), session: endSession(session, now) },
      'forbid',
    ],
  ];

  it.each(cases)('%s', (_title, change, expected) => {
    expect(decideRefresh({ ...fine, ...change }, now)).toBe(expected);
  });
});
