import { newOwner } from '../people.ts';
import type { World } from '../world.ts';

export const post =
  (path: string, body: object = {}) =>
  ({ owner }: World) =>
    owner.call('POST', path, { body });

export const get =
  (path: string) =>
  ({ owner }: World) =>
    owner.call('GET', path);

/** Closes months on separate accounts, whose books no other scenario needs. */
export async function withClosed() {
  const owner = await newOwner();
  await owner.call('POST', '/v1/periods/2026-01/close', { body: {} });
  return owner;
}
