import { makeCheckSession } from './check-session.ts';
import { makeCleanUp } from './clean-up.ts';
import { makeCloseAccount } from './close-account.ts';
import { makeConfirmAccountEmail } from './confirm-account-email.ts';
import { makeConfirmOwner } from './confirm-owner.ts';
import { makeEndSession } from './end-session.ts';
import { type LogInDeps, makeLogIn } from './log-in.ts';
import { makeRefreshSession } from './refresh-session.ts';
import { makeReserveAccountEmail } from './reserve-account-email.ts';
import { makeReserveOwner } from './reserve-owner.ts';
import { makeSetAccountAccess } from './set-account-access.ts';

/** Everything this service does, for its doors and loops to call. */
export function makeOperations(deps: LogInDeps) {
  return {
    logIn: makeLogIn(deps),
    refreshSession: makeRefreshSession(deps),
    endSession: makeEndSession(deps),
    checkSession: makeCheckSession(deps),
    reserveOwner: makeReserveOwner(deps),
    confirmOwner: makeConfirmOwner(deps),
    closeAccount: makeCloseAccount(deps),
    confirmAccountEmail: makeConfirmAccountEmail(deps),
    reserveAccountEmail: makeReserveAccountEmail(deps),
    setAccountAccess: makeSetAccountAccess(deps),
    cleanUp: makeCleanUp(deps),
    hashPassword: deps.passwords.hash,
    listPublicKeys: deps.signingKeys.listPublicKeys,
  };
}

export type Operations = ReturnType<typeof makeOperations>;
