import { baseUrl, call } from '../../api.ts';
import { about, listBy, NOT_FOUND } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { newestEvent } from '../prepare/events.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const STREAM = '/v1/events/stream';
const ACCOUNT_STREAMS_MAX = 10;

const follow =
  (query: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ owner }: World) =>
    owner.call('GET', `${STREAM}?${query}`, { headers });

/** Opens as many streams as an account may have, and then one more. */
async function openTooMany() {
  const { token } = await newOwner();
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  for (let count = 0; count < ACCOUNT_STREAMS_MAX; count += 1)
    await fetch(baseUrl() + STREAM, { headers, signal: leaving.signal });
  const answer = await call('GET', STREAM, { token });
  leaving.abort();
  return answer;
}

export const contract: Contract = {
  operation: 'GET /v1/events/stream',
  access: [
    about('read what the account has', undefined),
    listBy('read what the account has', ['account_id', 'account'], {
      unknown: NOT_FOUND,
      misshapen: NOT_FOUND,
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'what happens from now on', follow('')),
    succeeds(200, 'what follows a number', follow('after_sequence=0&type=transaction.*')),
    succeeds(200, 'a client that comes back', async (world) =>
      follow('', { 'Last-Event-ID': await newestEvent(world.owner) })(world),
    ),
    refuses(400, 'invalid_request', 'an unknown type', follow('type=payment.lost')),
    refuses(400, 'invalid_request', 'an unknown last event', (world) =>
      follow('', { 'Last-Event-ID': ABSENT.event })(world),
    ),
    needsScope,
    refuses(404, 'not_found', 'a user without an account', by('loner', 'GET', STREAM)),
    refuses(429, 'rate_limited', 'more streams than an account may have', openTooMany),
  ],
};
