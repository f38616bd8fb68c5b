import { setTimeout as pause } from 'node:timers/promises';
import { baseUrl, call } from '../../api.ts';
import { type Caller, newOwner } from '../people.ts';
import { needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const listEvents =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/events?${query}`);

const TRIES_MAX = 100;

/** The newest event that a caller sees. Events appear shortly after their cause. */
export async function newestEvent({ token }: Pick<Caller, 'token'>): Promise<string> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { body } = await call('GET', '/v1/events?limit=1', { token });
    if (body.data.length === 1) return body.data[0].id;
    await pause(100);
  }
  throw new Error('no event has arrived');
}

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

export const eventScenarios = [
  ...needsToken('GET /v1/events'),
  ...scenarios(
    'GET /v1/events',
    succeeds(200, 'the account’s own', listEvents('')),
    succeeds(200, 'what follows a number', listEvents('after_sequence=3&limit=2')),
    succeeds(200, 'all of a kind', listEvents('type=transaction.*')),
    succeeds(200, 'what came of a request', listEvents('request_id=req_1')),
    succeeds(200, 'after one of them', async ({ owner }) =>
      owner.call('GET', `/v1/events?starting_after=${await newestEvent(owner)}`),
    ),
    succeeds(200, 'a member', ({ member }) => member.call('GET', '/v1/events')),
    succeeds(200, 'an API key', ({ key }) => key.call('GET', '/v1/events')),
    succeeds(200, 'one account, for an admin', ({ admin, owner }) =>
      admin.call('GET', `/v1/events?account_id=${owner.accountId}&after_sequence=0`),
    ),
    refusesEach(400, 'invalid_request', listEvents, {
      'a limit of zero': 'limit=0',
      'an unknown type': 'type=payment.lost',
      'an invalid number': 'after_sequence=last',
      'a number and a cursor': `after_sequence=1&starting_after=${ABSENT.event}`,
      'a cursor that is no event': 'starting_after=first',
      'a cursor without an object': `starting_after=${ABSENT.event}`,
      'both cursors': `starting_after=${ABSENT.event}&ending_before=${ABSENT.event}`,
    }),
    refuses(400, 'invalid_request', 'a number without an account', ({ admin }) =>
      admin.call('GET', '/v1/events?after_sequence=1'),
    ),
    refuses(400, 'invalid_request', 'a cursor of another account', async ({ owner, stranger }) =>
      owner.call('GET', `/v1/events?starting_after=${await newestEvent(stranger)}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/events'),
    ),
  ),
  ...needsToken('GET /v1/events/stream'),
  ...scenarios(
    'GET /v1/events/stream',
    succeeds(200, 'what happens from now on', follow('')),
    succeeds(200, 'what follows a number', follow('after_sequence=0&type=transaction.*')),
    succeeds(200, 'a client that comes back', async (world) =>
      follow('', { 'Last-Event-ID': await newestEvent(world.owner) })(world),
    ),
    refuses(400, 'invalid_request', 'an unknown type', follow('type=payment.lost')),
    refuses(400, 'invalid_request', 'an unknown last event', (world) =>
      follow('', { 'Last-Event-ID': ABSENT.event })(world),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', STREAM),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('GET', STREAM),
    ),
    refuses(429, 'rate_limited', 'more streams than an account may have', openTooMany),
  ),
  ...needsToken('GET /v1/events/{event_id}'),
  ...scenarios(
    'GET /v1/events/{event_id}',
    succeeds(200, 'an event of the account', async ({ owner }) =>
      owner.call('GET', `/v1/events/${await newestEvent(owner)}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `/v1/events/${ABSENT.event}`),
    ),
    refuses(404, 'not_found', 'no such event', ({ owner }) =>
      owner.call('GET', `/v1/events/${ABSENT.event}`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call('GET', '/v1/events/last'),
    ),
    refuses(404, 'not_found', 'an event of another account', async ({ owner, stranger }) =>
      owner.call('GET', `/v1/events/${await newestEvent(stranger)}`),
    ),
  ),
];
