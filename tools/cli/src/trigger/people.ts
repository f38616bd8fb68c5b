import { Florin } from '../../../../sdk/typescript/src/index.ts';
import {
  findMailedLink,
  newEmail,
  newPassword,
  openAccount,
  type TriggerContext,
  type TriggerResult,
} from './context.ts';

const TOKEN = /(?<=\/auth\/invitations\/)[\w-]{43}/;

export async function openAnother(context: TriggerContext): Promise<TriggerResult> {
  const { id, owner } = await openAccount(context);
  return { objectId: id, seenBy: owner };
}

export async function renameAccount({ florin, say }: TriggerContext): Promise<TriggerResult> {
  const { id, name } = await florin.get('/v1/account');
  await florin.patch('/v1/account', { body: { name: `${name} (renamed)` } });
  await florin.patch('/v1/account', { body: { name } });
  say('renamed the account and renamed it back: two events');
  return { objectId: id };
}

const setStatus = async (
  { florin, say }: TriggerContext,
  id: string,
  status: 'suspended' | 'active',
) => {
  await florin.patch('/v1/accounts/{account_id}', { path: { account_id: id }, body: { status } });
  say(`as an administrator, set its status to ${status}`);
};

export async function suspendAnother(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await openAccount(context);
  await setStatus(context, id, 'suspended');
  return { objectId: id };
}

export async function activateAnother(context: TriggerContext): Promise<TriggerResult> {
  const { objectId = '' } = await suspendAnother(context);
  await setStatus(context, objectId, 'active');
  return { objectId };
}

export async function closeAnother(context: TriggerContext): Promise<TriggerResult> {
  const { id, owner } = await openAccount(context);
  await owner.delete('/v1/account');
  context.say(
    'closed it; its events are visible to administrators only, since no user can log in to it ' +
      'any more',
  );
  return { objectId: id };
}

/** Adds a user who logs in to the account. */
async function addUser({ florin, say }: TriggerContext) {
  const [email, password] = [newEmail(), newPassword()];
  const { id } = await florin.post('/v1/users', { body: { email, password, name: 'Trigger' } });
  say(`created a user, ${id} with ${email}`);
  return { id, email, password };
}

export async function createUser(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: (await addUser(context)).id };
}

export async function updateUser(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await addUser(context);
  await context.florin.patch('/v1/users/{user_id}', {
    path: { user_id: id },
    body: { name: 'Grace' },
  });
  context.say('renamed the user');
  return { objectId: id };
}

export async function deleteUser(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await addUser(context);
  await context.florin.delete('/v1/users/{user_id}', { path: { user_id: id } });
  context.say('deleted it');
  return { objectId: id };
}

export async function anonymizeUser(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await addUser(context);
  await context.florin.post('/v1/users/{user_id}/anonymize', { path: { user_id: id } });
  context.say('deleted the user, and erased their personal data');
  return { objectId: id };
}

export async function confirmEmail(context: TriggerContext): Promise<TriggerResult> {
  await addUser(context);
  context.say('sent a mail to confirm the address');
  return {};
}

async function logInAsNew(context: TriggerContext) {
  const { email, password } = await addUser(context);
  const florin = new Florin({ url: context.url });
  await florin.logIn(email, password);
  context.say('logged the user in');
  return florin;
}

export async function createSession(context: TriggerContext): Promise<TriggerResult> {
  await logInAsNew(context);
  return {};
}

export async function endSession(context: TriggerContext): Promise<TriggerResult> {
  const florin = await logInAsNew(context);
  await florin.delete('/v1/auth/session');
  context.say('logged the user out');
  return {};
}

export async function createKey({ florin, say }: TriggerContext): Promise<TriggerResult> {
  const body = { name: 'Trigger', scopes: ['account:read' as const] };
  const { id } = await florin.post('/v1/api_keys', { body });
  say(`created an API key that reads the account, ${id}`);
  return { objectId: id };
}

export async function renameKey(context: TriggerContext): Promise<TriggerResult> {
  const { objectId: id = '' } = await createKey(context);
  const path = { api_key_id: id };
  await context.florin.patch('/v1/api_keys/{api_key_id}', { path, body: { name: 'Renamed' } });
  context.say('renamed it');
  return { objectId: id };
}

export async function rotateKey(context: TriggerContext): Promise<TriggerResult> {
  const { objectId: id = '' } = await createKey(context);
  const path = { api_key_id: id };
  await context.florin.post('/v1/api_keys/{api_key_id}/rotate', { path, body: {} });
  context.say('rotated its secret');
  return { objectId: id };
}

export async function revokeKey(context: TriggerContext): Promise<TriggerResult> {
  const { objectId: id = '' } = await createKey(context);
  await context.florin.delete('/v1/api_keys/{api_key_id}', { path: { api_key_id: id } });
  context.say('revoked it');
  return { objectId: id };
}

export async function invite(
  context: TriggerContext,
  email: string = newEmail(),
): Promise<TriggerResult> {
  const body = { email, role: 'developer' } as const;
  const { id } = await context.florin.post('/v1/invitations', { body });
  context.say(`invited ${email} to the account, ${id}`);
  return { objectId: id };
}

export async function revokeInvitation(context: TriggerContext): Promise<TriggerResult> {
  const { objectId: id = '' } = await invite(context);
  await context.florin.delete('/v1/invitations/{invitation_id}', { path: { invitation_id: id } });
  context.say('revoked the invitation');
  return { objectId: id };
}

/** A user of another account who becomes a member of this one too. */
async function join(context: TriggerContext) {
  const other = await openAccount(context);
  const { objectId } = await invite(context, other.email);
  const token = await findMailedLink(context, other.email, TOKEN);
  await new Florin({ url: context.url }).post('/v1/invitations/accept', {
    body: { token, password: other.password },
  });
  context.say('accepted it through the link in the mail');
  const { data } = await context.florin.get('/v1/account/users', { query: { limit: 100 } });
  const userId = data.find(({ email }) => email === other.email)?.id ?? '';
  return { invitationId: objectId ?? '', userId };
}

export async function acceptInvitation(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: (await join(context)).invitationId };
}

export async function createMembership(context: TriggerContext): Promise<TriggerResult> {
  await join(context);
  return {};
}

export async function updateMembership(context: TriggerContext): Promise<TriggerResult> {
  const { userId } = await join(context);
  await context.florin.patch('/v1/account/users/{user_id}', {
    path: { user_id: userId },
    body: { role: 'support' },
  });
  context.say('changed the role to support');
  return {};
}

export async function deleteMembership(context: TriggerContext): Promise<TriggerResult> {
  const { userId } = await join(context);
  await context.florin.delete('/v1/account/users/{user_id}', { path: { user_id: userId } });
  context.say('removed the user from the account');
  return {};
}
