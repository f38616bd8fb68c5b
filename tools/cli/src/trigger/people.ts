import { Florin } from '../../../../sdk/typescript/src/index.ts';
import {
  findMailedLink,
  type Happened,
  newEmail,
  newPassword,
  openAccount,
  type Stage,
} from './stage.ts';

const TOKEN = /(?<=\/auth\/invitations\/)[\w-]{43}/;

export async function openAnother(stage: Stage): Promise<Happened> {
  const { id, owner } = await openAccount(stage);
  return { objectId: id, seenBy: owner };
}

export async function renameAccount({ florin, say }: Stage): Promise<Happened> {
  const { id, name } = await florin.get('/v1/account');
  await florin.patch('/v1/account', { body: { name: `${name} (renamed)` } });
  await florin.patch('/v1/account', { body: { name } });
  say('renamed the account, and called it again as it was: two events');
  return { objectId: id };
}

const setStatus = async ({ florin, say }: Stage, id: string, status: 'suspended' | 'active') => {
  await florin.patch('/v1/accounts/{account_id}', { path: { account_id: id }, body: { status } });
  say(`as an administrator, made it ${status}`);
};

export async function suspendAnother(stage: Stage): Promise<Happened> {
  const { id } = await openAccount(stage);
  await setStatus(stage, id, 'suspended');
  return { objectId: id };
}

export async function activateAnother(stage: Stage): Promise<Happened> {
  const { objectId = '' } = await suspendAnother(stage);
  await setStatus(stage, objectId, 'active');
  return { objectId };
}

export async function closeAnother(stage: Stage): Promise<Happened> {
  const { id, owner } = await openAccount(stage);
  await owner.delete('/v1/account');
  stage.say('closed it; only an administrator sees that: nobody can log in to it any more');
  return { objectId: id };
}

/** Somebody who logs in to the account. */
async function addUser({ florin, say }: Stage) {
  const [email, password] = [newEmail(), newPassword()];
  const { id } = await florin.post('/v1/users', { body: { email, password, name: 'Trigger' } });
  say(`made a login, ${id} of ${email}`);
  return { id, email, password };
}

export async function createUser(stage: Stage): Promise<Happened> {
  return { objectId: (await addUser(stage)).id };
}

export async function updateUser(stage: Stage): Promise<Happened> {
  const { id } = await addUser(stage);
  await stage.florin.patch('/v1/users/{user_id}', {
    path: { user_id: id },
    body: { name: 'Grace' },
  });
  stage.say('gave them another name');
  return { objectId: id };
}

export async function deleteUser(stage: Stage): Promise<Happened> {
  const { id } = await addUser(stage);
  await stage.florin.delete('/v1/users/{user_id}', { path: { user_id: id } });
  stage.say('deleted it');
  return { objectId: id };
}

export async function anonymizeUser(stage: Stage): Promise<Happened> {
  const { id } = await addUser(stage);
  await stage.florin.post('/v1/users/{user_id}/anonymize', { path: { user_id: id } });
  stage.say('deleted it, and erased its personal data');
  return { objectId: id };
}

export async function confirmEmail(stage: Stage): Promise<Happened> {
  await addUser(stage);
  stage.say('they are asked by mail whether the address is theirs');
  return {};
}

async function logInAsNew(stage: Stage) {
  const { email, password } = await addUser(stage);
  const florin = new Florin({ url: stage.url });
  await florin.logIn(email, password);
  stage.say('logged them in');
  return florin;
}

export async function createSession(stage: Stage): Promise<Happened> {
  await logInAsNew(stage);
  return {};
}

export async function endSession(stage: Stage): Promise<Happened> {
  const florin = await logInAsNew(stage);
  await florin.delete('/v1/auth/session');
  stage.say('and out again');
  return {};
}

export async function createKey({ florin, say }: Stage): Promise<Happened> {
  const body = { name: 'Trigger', scopes: ['account:read' as const] };
  const { id } = await florin.post('/v1/api_keys', { body });
  say(`made an API key that reads the account, ${id}`);
  return { objectId: id };
}

export async function renameKey(stage: Stage): Promise<Happened> {
  const { objectId: id = '' } = await createKey(stage);
  const path = { api_key_id: id };
  await stage.florin.patch('/v1/api_keys/{api_key_id}', { path, body: { name: 'Renamed' } });
  stage.say('renamed it');
  return { objectId: id };
}

export async function rotateKey(stage: Stage): Promise<Happened> {
  const { objectId: id = '' } = await createKey(stage);
  const path = { api_key_id: id };
  await stage.florin.post('/v1/api_keys/{api_key_id}/rotate', { path, body: {} });
  stage.say('gave it another secret');
  return { objectId: id };
}

export async function revokeKey(stage: Stage): Promise<Happened> {
  const { objectId: id = '' } = await createKey(stage);
  await stage.florin.delete('/v1/api_keys/{api_key_id}', { path: { api_key_id: id } });
  stage.say('revoked it');
  return { objectId: id };
}

export async function invite(stage: Stage, email: string = newEmail()): Promise<Happened> {
  const body = { email, role: 'developer' } as const;
  const { id } = await stage.florin.post('/v1/invitations', { body });
  stage.say(`invited ${email} to the account, ${id}`);
  return { objectId: id };
}

export async function revokeInvitation(stage: Stage): Promise<Happened> {
  const { objectId: id = '' } = await invite(stage);
  await stage.florin.delete('/v1/invitations/{invitation_id}', { path: { invitation_id: id } });
  stage.say('took the invitation back');
  return { objectId: id };
}

/** Somebody of another account who belongs to this one too. */
async function join(stage: Stage) {
  const other = await openAccount(stage);
  const { objectId } = await invite(stage, other.email);
  const token = await findMailedLink(stage, other.email, TOKEN);
  await new Florin({ url: stage.url }).post('/v1/invitations/accept', {
    body: { token, password: other.password },
  });
  stage.say('accepted it by the link of the mail');
  const { data } = await stage.florin.get('/v1/account/users', { query: { limit: 100 } });
  const userId = data.find(({ email }) => email === other.email)?.id ?? '';
  return { invitationId: objectId ?? '', userId };
}

export async function acceptInvitation(stage: Stage): Promise<Happened> {
  return { objectId: (await join(stage)).invitationId };
}

export async function createMembership(stage: Stage): Promise<Happened> {
  await join(stage);
  return {};
}

export async function updateMembership(stage: Stage): Promise<Happened> {
  const { userId } = await join(stage);
  await stage.florin.patch('/v1/account/users/{user_id}', {
    path: { user_id: userId },
    body: { role: 'support' },
  });
  stage.say('gave them the role support');
  return {};
}

export async function deleteMembership(stage: Stage): Promise<Happened> {
  const { userId } = await join(stage);
  await stage.florin.delete('/v1/account/users/{user_id}', { path: { user_id: userId } });
  stage.say('removed them from the account');
  return {};
}
