import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import { findLink } from '../../mailbox.ts';
import { hashing, must, newOwner, newUser, type Owner, type Person } from '../people.ts';
import type { World } from '../world.ts';

const member = (userId: string) => `/v1/account/users/${userId}`;

export const patch = (by: Person, userId: string, body: object) =>
  by.call('PATCH', member(userId), { body });

export const invite = (by: Person, email: string, role = 'developer') =>
  by.call('POST', '/v1/invitations', { body: { email, role } });

export const newInvitation = (owner: Person): Promise<{ readonly id: string }> =>
  must(() => invite(owner, newEmail()));

/** An invited user, and the link of their mail. */
export async function invited({ owner }: World) {
  const email = newEmail();
  const { id } = await must(() => invite(owner, email));
  return { id, email, ...(await findLink(email, /invited/)) };
}

export const accept = (body: object) =>
  hashing(() => call('POST', '/v1/invitations/accept', { body }));

export async function withMember(): Promise<{ readonly owner: Owner; readonly user: Person }> {
  const owner = await newOwner();
  return { owner, user: await newUser(owner) };
}

/** A user of another account who is a member of this one too. */
export async function newGuest(owner: Person): Promise<Person> {
  const guest = await newOwner();
  await must(() => invite(owner, guest.email));
  const { token } = await findLink(guest.email, /invited/);
  await must(() => accept({ token, password: guest.password }));
  return guest;
}
