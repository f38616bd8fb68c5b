import { describe, expect, it } from 'vitest';
import { decideReservation, type EmailHolders, type ReservationDecision } from './decide.ts';

const now = new Date('2026-01-31T00:00:00Z');
const live = new Date(now.getTime() + 1);
const claim = { accountId: 'mine', creatorUserId: 'creator' };
const free: EmailHolders = { accountId: null, userId: null, reservedUntil: null };

describe('decideReservation', () => {
  const cases: [title: string, hold: Partial<EmailHolders>, expected: ReservationDecision][] = [
    ['takes a free email', {}, 'reserve_for_new_user'],
    [
      'renews its own reservation, live',
      { accountId: 'mine', reservedUntil: live },
      'reserve_for_new_user',
    ],
    [
      'renews its own reservation, run out',
      { accountId: 'mine', reservedUntil: now },
      'reserve_for_new_user',
    ],
    ['sees that it is confirmed', { accountId: 'mine', userId: 'owner' }, 'already_confirmed'],
    [
      'refuses what another account reserved',
      { accountId: 'other', reservedUntil: live },
      'refuse',
    ],
    [
      'takes over what another account let run out',
      { accountId: 'other', reservedUntil: now },
      'reserve_for_new_user',
    ],
    ['refuses what another account has', { accountId: 'other' }, 'refuse'],
    ['refuses what another user has', { userId: 'somebody' }, 'refuse'],
    ['makes the creator who has it the owner', { userId: 'creator' }, 'reserve_for_creator'],
    [
      'refuses the creator while another account of theirs reserves it',
      { userId: 'creator', accountId: 'other', reservedUntil: live },
      'refuse',
    ],
    [
      'lets the creator take over from an account that was never opened',
      { userId: 'creator', accountId: 'other', reservedUntil: now },
      'reserve_for_creator',
    ],
  ];

  it.each(cases)('%s', (_title, change, expected) => {
    expect(decideReservation({ ...free, ...change }, claim, now)).toBe(expected);
  });

  it('refuses an email of an existing user to a caller without a token', () => {
    const anonymous = { accountId: 'mine', creatorUserId: null };
    expect(decideReservation({ ...free, userId: 'creator' }, anonymous, now)).toBe('refuse');
  });
});
