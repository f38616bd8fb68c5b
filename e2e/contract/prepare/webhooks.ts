import { eventually } from '@florin/testing';
import { type Caller, must } from '../people.ts';
import { type Run, refuses } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/webhook_endpoints';

/** An address where no server listens. */
export const NOWHERE = 'http://127.0.0.1:9/hook';

export const at = (id: string, rest = '') => `${LIST}/${id}${rest}`;

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

/** Sends a request for a new endpoint of the owner, then deletes it: an account may have few. */
export const onOne =
  (method: string, rest = '', body?: unknown, before?: object): Run =>
  async ({ owner }) => {
    const { id } = await newEndpoint(owner);
    if (before) await must(() => owner.call('PATCH', at(id), { body: before }));
    const answer = await owner.call(method, at(id, rest), body === undefined ? {} : { body });
    if (method !== 'DELETE') await must(() => owner.call('DELETE', at(id)));
    return answer;
  };

/** Callers without access to an account's endpoints, or to this one. */
export const denied = (method: string, rest = '', body?: object) => {
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

export const bad = (method: string, rest: string) => (body: unknown) => onOne(method, rest, body);
