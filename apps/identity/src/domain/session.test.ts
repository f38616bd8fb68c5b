import { eventCatalogue, eventSchema } from '@florin/contracts';
import { expect, it } from 'vitest';
import {
  beginSession,
  endSession,
  isSessionOpen,
  refreshTokenExpiry,
  sessionEvent,
} from './session.ts';

const now = new Date('2026-01-01T00:00:00Z');
const afterDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const session = beginSession('0194b8a0-0000-7000-8000-000000000000', now);

it('is open for 30 days', () => {
  expect(isSessionOpen(session, afterDays(29.9))).toBe(true);
  expect(isSessionOpen(session, afterDays(30))).toBe(false);
});

it('is not open once ended', () => {
  expect(isSessionOpen(endSession(session, now), now)).toBe(false);
});

it('lets refresh tokens idle for 7 days, but not outlive the session', () => {
  expect(refreshTokenExpiry(session, now)).toEqual(afterDays(7));
  expect(refreshTokenExpiry(session, afterDays(25))).toEqual(afterDays(30));
});

it('creates events of the catalog, numbered by its version', () => {
  const context = { accountId: null, requestId: 'request' };
  const events = [session, endSession(session, now)].map((each) => sessionEvent(each, context));
  expect(events.map((event) => [event.type, event.aggregate_sequence])).toEqual([
    ['session.created', 1],
    ['session.ended', 2],
  ]);
  for (const event of events) {
    eventSchema.parse(event);
    eventCatalogue['session.created'].strict().parse(event.data.object);
  }
});
