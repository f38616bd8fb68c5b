import { AppError, type Caller, type Role, type Uuid } from '@florin/contracts';
import type { PageQuery } from '@florin/database';
import { type ListPage, readPage } from '@florin/http-api';
import type { Deps } from '../../deps.ts';
import { accessStateOf } from '../../domain/account.ts';
import { type Bounds, boundsBy, freshUntil } from '../../domain/policy.ts';
import { type Cacheable, cacheableMs } from '../../domain/revocation.ts';
import { isSessionOpen, type Session } from '../../domain/session.ts';
import { findSessionWithUser } from './principal-queries.ts';
import { findSessionOf, listOpenSessions } from './queries.ts';

/** Principal of an open session. */
export interface SessionPrincipal extends Cacheable {
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  readonly isReadOnly: boolean;
  readonly bounds: Bounds;
}

/** Undefined if the session is not open or belongs to another user. */
export async function checkSession(
  { db, now, requiresVerifiedEmail }: Deps,
  ids: { readonly sessionId: Uuid; readonly userId: Uuid },
): Promise<SessionPrincipal | undefined> {
  const found = await findSessionWithUser(db, ids);
  const at = now();
  if (!found || !isSessionOpen(found.session, at)) return undefined;
  const { session, isVerified, userStatus, accountStatus, accountId, role, revision } = found;
  const { hasFactor, policy } = found;
  const fresh = freshUntil(session.provedAt, at);
  if (accessStateOf(userStatus, accountStatus) !== 'active') return undefined;
  return {
    accountId,
    role,
    isReadOnly: accountStatus === 'read_only' || (requiresVerifiedEmail && !isVerified),
    bounds: boundsBy(policy, { role, hasFactor, isFresh: fresh !== undefined }),
    revision,
    cacheableMs: cacheableMs(hasFactor && fresh ? fresh : session.expiresAt, at),
  };
}

/** A page of the caller's usable sessions, newest first. */
export function listOwnSessions(
  { db, now }: Deps,
  { caller, ...request }: PageQuery & { readonly caller: Caller },
): Promise<ListPage<Session>> {
  const { userId } = caller;
  if (userId === null)
    throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
  return readPage(request, {
    name: 'session of yours',
    find: (id) => findSessionOf(db, { id, userId }),
    select: (cursor, rowsMax) => listOpenSessions(db, { ...cursor, userId, now: now() }, rowsMax),
  });
}
