import { must } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import type { World } from '../world.ts';

export const createdBy = ({ owner }: Pick<World, 'owner'>, fields: object = {}) =>
  must(() => owner.call('POST', '/v1/api_keys', { body: { name: 'till', ...fields } }));

/** Callers who may not manage an account's keys, by method and path. */
export const onlyOwners = (method: string, path: string) => [
  refuses(403, 'forbidden', 'a member', ({ member }) => member.call(method, path, { body: {} })),
  refuses(403, 'forbidden', 'a user without an account', by('loner', method, path, { body: {} })),
];
