import { describe, expect, it } from 'vitest';
import { decideReservation, type EmailHolders, type ReservationDecision } from './email-holders.ts';

const now = new Date('2026-01-31T00:00:00Z');
const live = new Date(now.getTime() + 1);
const claim = { accountId: 'mine', creatorUserId: 'creator' };
const free: EmailHolders = { accountId: null, userId: null, reservedUntil: null };

describe('decideReservation', () => {
  const cases: [title: string, hold: Partial<EmailHolders>, expected: ReservationDecision][] = [
    ['takes a free email', {}, 'reserve_for_new_user'],
    [
      'renews its own valid reservation',
      { accountId: 'mine', reservedUntil: live },
      'reserve_for_new_user',
    ],
    [
      'renews its own expired reservation',
      { accountId: 'mine', reservedUntil: now },
      'reserve_for_new_user',
    ],
    [
      'detects its own confirmed email',
      { accountId: 'mine', userId: 'owner' },
      'already_confirmed',
    ],
    [
      'refuses an email reserved by another account',
      { accountId: 'other', reservedUntil: live },
      'refuse',
    ],
    [
      'takes over an expired reservation of another account',
      { accountId: 'other', reservedUntil: now },
      'reserve_for_new_user',
    ],
    ['refuses an email of another account', { accountId: 'other' }, 'refuse'],
    ['refuses an email of another user', { userId: 'somebody' }, 'refuse'],
    [
      'makes the creator the owner if the email is theirs',
      { userId: 'creator' },
      'reserve_for_creator',
    ],
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
