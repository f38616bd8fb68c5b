import {
  AppError,
  type Caller,
  isOwnerOrAccountAdmin,
  type Reply,
  redactUserEvent,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, redactOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { findApiKey } from '../../api-keys/queries.ts';
import type { Deps } from '../../deps.ts';
import { userAnonymized, withoutPerson } from '../../domain/user.ts';
import { thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { endLogin, type UserDeletion } from './delete.ts';
import {
  deleteConfirmationsTo,
  findErasure,
  insertErasure,
  listObjectsOf,
  redactInvitations,
} from './erasure-queries.ts';

/**
 * Deletes a user, erases their personal data here and requests the same of every service by an
 * event. Idempotent.
 */
export function anonymizeUser(
  deps: Deps,
  { caller, cause, key, userId, revokesKeys }: UserDeletion,
): Promise<Reply> {
  const work = () =>
    runOnce(deps.db, key, async (tx) => {
      const earlier = await findErasure(tx, userId);
      if (earlier) {
        if (!maySeeErasure(caller, earlier.account_id)) throw notFound('user');
        return toReply(userId, { api_keys: [], revoked_api_keys: 0 });
      }
      await assertIsNoMaker(tx, caller, userId);
      const eventsOf = await listObjectsOf(tx, userId);
      const now = deps.now();
      const asked = { caller, userId, revokesKeys };
      const ended = await endLogin(tx, asked, { ...cause, now }, withoutPerson);
      if ('refusal' in ended) return ended.refusal;
      const { user, fields } = ended;
      const { email } = user;
      const invitationIds = await redactInvitations(tx, userId, email);
      const mailIds = await deleteConfirmationsTo(tx, email);
      await insertErasure(tx, user, now);
      const erased = { userId, invitationIds, emails: new Set([email]) };
      await redactOutbox(tx, [userId, ...eventsOf, ...invitationIds, ...mailIds], (event) =>
        redactUserEvent(event, erased),
      );
      await addToOutbox(tx, [userAnonymized(user, invitationIds, cause, now)]);
      return toReply(userId, fields);
    });
  return thenAwaitGateways(deps, work);
}

function toReply(userId: Uuid, fields: object): Reply {
  const message = 'the user is deleted, and their personal data is being erased in every service';
  return { status: 200, body: { id: toPublicId('user', userId), message, ...fields } };
}

function maySeeErasure({ role, accountId, scopes }: Caller, erasedIn: Uuid | null): boolean {
  if (role === 'admin') return true;
  const isManager = isOwnerOrAccountAdmin(role) || scopes?.includes('users:write') === true;
  return isManager && accountId !== null && accountId === erasedIn;
}

/**
 * A key must not delete its creator.
 * @throws AppError forbidden if the user made the calling key.
 */
async function assertIsNoMaker(
  tx: Tx,
  { apiKeyId, accountId }: Caller,
  userId: Uuid,
): Promise<void> {
  if (!apiKeyId || accountId === null) return;
  const key = await findApiKey(tx, { id: apiKeyId, accountId });
  if (key?.createdBy === userId)
    throw new AppError(
      'forbidden',
      'an API key cannot anonymize the user who created it; use another key, or an access token',
    );
}
