import type { Role, Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { goodForMs, type Remembrance } from '../domain/good-for.ts';
import { isSessionOpen } from '../domain/session.ts';
import { standingOf } from '../domain/standing.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findPrincipal } from '../store/sessions.ts';

/** Whom a living session speaks for. */
export interface Principal extends Remembrance {
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
    const at = now();
    if (!found || !isSessionOpen(found.session, at)) return undefined;
    if (standingOf(found.userStatus, found.accountStatus) !== 'good') return undefined;
    const { accountId, role, accountStatus, revision } = found;
    return {
      accountId,
      role,
      isReadOnly: accountStatus === 'read_only',
      revision,
      goodForMs: goodForMs(found.session.expiresAt, at),
    };
  };
}
