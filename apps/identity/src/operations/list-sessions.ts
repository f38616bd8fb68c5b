import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Session } from '../domain/session.ts';
import { findSessionOf, listOpenSessions } from '../store/list-sessions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { type ListPage, type ListRequest, unknownCursor } from './list-page.ts';

/** A page of the caller's own sessions that can still be used, newest first. */
export function makeListSessions({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (caller: Caller, { limit, ...request }: ListRequest): Promise<ListPage<Session>> => {
    const userId: Uuid | null = caller.userId;
    if (userId === null)
      throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
    const { after, before } = request;
    const cursor = after ?? before;
    if (cursor !== undefined && !(await findSessionOf(db, { id: cursor, userId })))
      throw unknownCursor('session');
    const filter = { ...request, userId, now: now() };
    const rows = await listOpenSessions(db, filter, limit + 1);
    return toPage(rows, limit, before === undefined ? 'after' : 'before');
  };
}
