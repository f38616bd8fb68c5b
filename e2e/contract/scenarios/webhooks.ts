import { eventually } from '@florin/testing';
import { type Caller, must, newOwner } from '../people.ts';
import {
  guarded,
  needsToken,
  type Run,
  refuses,
  refusesEach,
  scenarios,
  succeeds,
} from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';
import { newestEvent } from './events.ts';

const LIST = '/v1/webhook_endpoints';
const ENDPOINTS_MAX = 20;

/** An address where no server listens. */
export const NOWHERE = 'http://127.0.0.1:9/hook';

/** Lists the deliveries of an event. */
const told = (caller: Pick<Caller, 'call'>, id: string, query = '') =>
  caller.call('GET', `/v1/events/${id}/deliveries${query}`);

const at = (id: string, rest = '') => `${LIST}/${id}${rest}`;

const create =
  (body: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', LIST, { body });

/** An endpoint that subscribes to an event that never occurs on its account. */
export async function newEndpoint(caller: Pick<Caller, 'call'>): Promise<{ readonly id: string }> {
  const body = { url: NOWHERE, event_types: ['subscription.expired'] };
  return must(() => caller.call('POST', LIST, { body }));
}

/** An endpoint with a failed delivery. */
export async function newFailingEndpoint(
  owner: Pick<Caller, 'call'>,
): Promise<{ readonly id: string }> {
  const { id } = await newEndpoint(owner);
  await must(() => owner.call('POST', at(id, '/test')));
  await eventually(async () => {
    const { failing_since } = await must(() => owner.call('GET', at(id)));
    if (failing_since === null) throw new Error('no delivery has failed yet');
  });
  return { id };
}

/** Sends the owner an event about a failing endpoint, possibly once more. */
const tellFailing =
  (isTold: boolean): Run =>
  async ({ owner }) => {
    const { id } = await newFailingEndpoint(owner);
    const tell = () => owner.call('POST', at(id, '/mark_failing'));
    if (isTold) await must(tell);
    const answer = await tell();
    await must(() => owner.call('DELETE', at(id)));
    return answer;
  };

/** Sends a request for a new endpoint of the owner, then deletes it: an account may have few. */
const onOne =
  (method: string, rest = '', body?: unknown, before?: object): Run =>
  async ({ owner }) => {
    const { id } = await newEndpoint(owner);
    if (before) await must(() => owner.call('PATCH', at(id), { body: before }));
    const answer = await owner.call(method, at(id, rest), body === undefined ? {} : { body });
    if (method !== 'DELETE') await must(() => owner.call('DELETE', at(id)));
    return answer;
  };

/** Callers without access to an account's endpoints, or to this one. */
const denied = (method: string, rest = '', body?: object) => {
  const options = body ? { body } : {};
  const of = (id: string) => at(id, rest);
  return [
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call(method, of(ABSENT.webhookEndpoint), options),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call(method, of(ABSENT.webhookEndpoint), options),
    ),
    refuses(404, 'not_found', 'no such endpoint', ({ owner }) =>
      owner.call(method, of(ABSENT.webhookEndpoint), options),
    ),
    refuses(404, 'not_found', 'an endpoint of another account', async ({ owner, stranger }) => {
      const { id } = await newEndpoint(stranger);
      const answer = await owner.call(method, of(id), options);
      await must(() => stranger.call('DELETE', at(id)));
      return answer;
    }),
  ];
};

const disabled = { status: 'disabled' };
const day = { from: '2026-01-31', to: '2026-01-31' };
const bad = (method: string, rest: string) => (body: unknown) => onOne(method, rest, body);

export const webhookScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
    succeeds(201, 'an address', async () =>
      create({ url: NOWHERE })({ owner: await newOwner() } as World),
    ),
    succeeds(201, 'types', async () =>
      create({ url: NOWHERE, event_types: ['payment.*', 'user.created'] })({
        owner: await newOwner(),
      } as World),
    ),
    succeeds(201, 'an account, for an admin', async ({ admin }) => {
      const owner = await newOwner();
      return admin.call('POST', LIST, { body: { url: NOWHERE, account_id: owner.accountId } });
    }),
    refusesEach(400, 'invalid_request', create, {
      'no address': {},
      'an invalid address': { url: 'example.com' },
      'another protocol': { url: 'ftp://example.com/' },
      'an address with a password': { url: 'https://ada:pass@example.com/' },
      'an unknown type': { url: NOWHERE, event_types: ['payment.lost'] },
      'no types at all': { url: NOWHERE, event_types: [] },
      'broken JSON': '{',
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('POST', LIST, { body: { url: NOWHERE } }),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', LIST, { body: { url: NOWHERE } }),
    ),
    refuses(404, 'not_found', 'no such account, for an admin', ({ admin }) =>
      admin.call('POST', LIST, { body: { url: NOWHERE, account_id: ABSENT.account } }),
    ),
    refuses(409, 'conflict', 'more than an account may have', async () => {
      const owner = await newOwner();
      for (let count = 0; count < ENDPOINTS_MAX; count += 1) await newEndpoint(owner);
      return owner.call('POST', LIST, { body: { url: NOWHERE } });
    }),
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'the endpoints of the account', ({ owner }) => owner.call('GET', LIST)),
    succeeds(200, 'those that events do not reach', ({ owner }) =>
      owner.call('GET', `${LIST}?failing=true`),
    ),
    succeeds(200, 'those of all accounts, for the platform', ({ platform }) =>
      platform.call('GET', `${LIST}?limit=1`),
    ),
    refusesEach(
      400,
      'invalid_request',
      (query: string) =>
        ({ owner }: World) =>
          owner.call('GET', `${LIST}?${query}`),
      {
        'a limit of zero': 'limit=0',
        'neither failing nor not': 'failing=perhaps',
        'a cursor without an object': `starting_after=${ABSENT.webhookEndpoint}`,
        'both cursors': `starting_after=${ABSENT.webhookEndpoint}&ending_before=${ABSENT.webhookEndpoint}`,
      },
    ),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', LIST)),
  ),
  ...needsToken(`GET ${LIST}/{webhook_endpoint_id}`),
  ...scenarios(
    `GET ${LIST}/{webhook_endpoint_id}`,
    succeeds(200, 'an endpoint of the account', onOne('GET')),
    denied('GET'),
  ),
  ...guarded(`PATCH ${LIST}/{webhook_endpoint_id}`),
  ...scenarios(
    `PATCH ${LIST}/{webhook_endpoint_id}`,
    succeeds(
      200,
      'another address and types',
      onOne('PATCH', '', { url: `${NOWHERE}/2`, event_types: ['*'], ...disabled }),
    ),
    succeeds(200, 'nothing', onOne('PATCH', '', {})),
    refusesEach(400, 'invalid_request', bad('PATCH', ''), {
      'an invalid address': { url: '' },
      'an unknown type': { event_types: ['payment.lost'] },
      'an unknown status': { status: 'asleep' },
    }),
    denied('PATCH', '', {}),
  ),
  ...guarded(`DELETE ${LIST}/{webhook_endpoint_id}`),
  ...scenarios(
    `DELETE ${LIST}/{webhook_endpoint_id}`,
    succeeds(200, 'an endpoint of the account', onOne('DELETE')),
    denied('DELETE'),
  ),
  ...guarded(`POST ${LIST}/{webhook_endpoint_id}/rotate`),
  ...scenarios(
    `POST ${LIST}/{webhook_endpoint_id}/rotate`,
    succeeds(200, 'an endpoint of the account', onOne('POST', '/rotate')),
    denied('POST', '/rotate'),
  ),
  ...needsToken(`GET ${LIST}/{webhook_endpoint_id}/deliveries`),
  ...scenarios(
    `GET ${LIST}/{webhook_endpoint_id}/deliveries`,
    succeeds(200, 'those of a status', onOne('GET', '/deliveries?status=pending&limit=1')),
    refuses(400, 'invalid_request', 'an unknown status', onOne('GET', '/deliveries?status=lost')),
    refuses(
      400,
      'invalid_request',
      'a cursor without an object',
      onOne('GET', `/deliveries?starting_after=${ABSENT.webhookDelivery}`),
    ),
    denied('GET', '/deliveries'),
  ),
  ...needsToken('GET /v1/events/{event_id}/deliveries'),
  ...scenarios(
    'GET /v1/events/{event_id}/deliveries',
    succeeds(200, 'who was told', async (world) =>
      told(world.owner, await newestEvent(world.owner)),
    ),
    refuses(400, 'invalid_request', 'a cursor without an object', async ({ owner }) =>
      told(owner, await newestEvent(owner), `?starting_after=${ABSENT.webhookDelivery}`),
    ),
    refuses(403, 'forbidden', 'a member', async ({ owner, member }) =>
      told(member, await newestEvent(owner)),
    ),
    refuses(404, 'not_found', 'no event', ({ owner }) => told(owner, ABSENT.event)),
  ),
  ...guarded(`POST ${LIST}/{webhook_endpoint_id}/test`),
  ...scenarios(
    `POST ${LIST}/{webhook_endpoint_id}/test`,
    succeeds(200, 'an endpoint of the account', onOne('POST', '/test')),
    denied('POST', '/test'),
    refuses(
      409,
      'conflict',
      'an endpoint that is disabled',
      onOne('POST', '/test', undefined, disabled),
    ),
  ),
  ...guarded(`POST ${LIST}/{webhook_endpoint_id}/mark_failing`),
  ...scenarios(
    `POST ${LIST}/{webhook_endpoint_id}/mark_failing`,
    succeeds(200, 'an endpoint that takes nothing', tellFailing(false)),
    denied('POST', '/mark_failing'),
    refuses(409, 'conflict', 'an endpoint without deliveries', onOne('POST', '/mark_failing')),
    refuses(409, 'conflict', 'one that was told of already', tellFailing(true)),
  ),
  ...guarded(`POST ${LIST}/{webhook_endpoint_id}/replay`),
  ...scenarios(
    `POST ${LIST}/{webhook_endpoint_id}/replay`,
    succeeds(200, 'a day', onOne('POST', '/replay', day)),
    refusesEach(400, 'invalid_request', bad('POST', '/replay'), {
      'no times': {},
      'an unknown event': { event_id: ABSENT.event },
      'an event and times': { event_id: ABSENT.event, ...day },
      'an end before the beginning': { from: '2026-02-01', to: '2026-01-31' },
      'a time that is none': { from: 'yesterday', to: 'today' },
    }),
    denied('POST', '/replay', day),
    refuses(
      409,
      'conflict',
      'an endpoint that is disabled',
      onOne('POST', '/replay', day, disabled),
    ),
  ),
];
