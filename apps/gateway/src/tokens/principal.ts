import { AppError, type Role, roles, type Uuid } from '@florin/contracts';
import type { FindVoucher, LookupContext, Vouched } from './ask-identity.ts';
import type { Revocations } from './revocations.ts';
import type { AccessClaims } from './verify-token.ts';
import type { Voucher } from './voucher.ts';

/** Identity's `CheckSession`. */
export type CheckSession = (
  session: { readonly sessionId: Uuid; readonly userId: Uuid },
  context: LookupContext,
) => Promise<SessionState>;

export interface SessionState extends Vouched {
  /** Empty when the user has none; so is the role. */
  readonly accountId: string;
  readonly role: string;
  readonly readOnly: boolean;
}

export type FindPrincipal = (claims: AccessClaims, context: LookupContext) => Promise<Voucher>;

/** Finds out whom a session speaks for; one that has ended is refused. */
export function makeFindPrincipal(
  checkSession: CheckSession,
  findVoucher: FindVoucher,
  revocations: Pick<Revocations, 'refuses'>,
): FindPrincipal {
  return async ({ sessionId, userId, revision }, context) => {
    if (revocations.refuses([sessionId, userId], revision)) throw ended();
    const found = await findVoucher(
      {
        key: sessionId,
        ask: (asking) => checkSession({ sessionId, userId }, asking),
        toVoucher: (session: SessionState) => toVoucher(session, { sessionId, userId }),
      },
      context,
    );
    if (!found) throw ended();
    return found;
  };
}

function toVoucher(
  { accountId, role, readOnly }: SessionState,
  ids: { readonly sessionId: Uuid; readonly userId: Uuid },
): Omit<Voucher, 'revision'> {
  return {
    caller: {
      ...ids,
      accountId: accountId === '' ? null : accountId,
      role: isRole(role) ? role : null,
      scopes: null,
      readOnly,
    },
    names: [ids.sessionId, ids.userId, accountId],
  };
}

function ended(): AppError {
  return new AppError('unauthorized', 'the session has ended: log in at POST /v1/auth/login');
}

/** A role that a newer identity knows and this gateway does not counts as none. */
function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
