import type { Role, Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { isSessionOpen } from '../domain/session.ts';
import { standingOf } from '../domain/standing.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findPrincipal } from '../store/sessions.ts';

/** Whom a living session speaks for. */
export interface Principal {
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  readonly isReadOnly: boolean;
}

/** Undefined when the session is dead, or not this user's. */
export function makeCheckSession({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (ids: {
    readonly sessionId: Uuid;
    readonly userId: Uuid;
  }): Promise<Principal | undefined> => {
    const found = await findPrincipal(db, ids);
    if (!found || !isSessionOpen(found.session, now())) return undefined;
    if (standingOf(found.userStatus, found.accountStatus) !== 'good') return undefined;
    const { accountId, role, accountStatus } = found;
    return { accountId, role, isReadOnly: accountStatus === 'read_only' };
  };
}
