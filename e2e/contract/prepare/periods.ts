import { newOwner } from '../people.ts';
import { by } from '../scenario.ts';

export const post = (path: string, body: object = {}) => by('owner', 'POST', path, { body });

export const get = (path: string) => by('owner', 'GET', path);

/** Closes months on separate accounts, whose books no other scenario needs. */
export async function withClosed() {
  const owner = await newOwner();
  await owner.call('POST', '/v1/periods/2026-01/close', { body: {} });
  return owner;
}
