import { AppError, type Caller, type Role, roles, type Uuid } from '@florin/contracts';
import { askIdentity, type LookupContext } from './ask-identity.ts';
import type { AccessClaims } from './verify-token.ts';

/** Identity's `CheckSession`. */
export type CheckSession = (
  session: { readonly sessionId: Uuid; readonly userId: Uuid },
  context: LookupContext,
) => Promise<SessionState>;

export interface SessionState {
  readonly alive: boolean;
  /** Empty when the user has none; so is the role. */
  readonly accountId: string;
  readonly role: string;
  readonly readOnly: boolean;
}

export type FindPrincipal = (claims: AccessClaims, context: LookupContext) => Promise<Caller>;

/**
 * Asks identity at every request whom a session speaks for, so that an ended one is refused from
 * the moment it ended.
 */
export function makeFindPrincipal(checkSession: CheckSession): FindPrincipal {
  return async ({ sessionId, userId }, context) => {
    const session = await askIdentity(checkSession, { sessionId, userId }, context);
    if (!session.alive)
      throw new AppError('unauthorized', 'the session has ended: log in at POST /v1/auth/login');
    return {
      userId,
      sessionId,
      accountId: session.accountId === '' ? null : session.accountId,
      role: isRole(session.role) ? session.role : null,
      scopes: null,
      readOnly: session.readOnly,
    };
  };
}

/** A role that a newer identity knows and this gateway does not counts as none. */
function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
