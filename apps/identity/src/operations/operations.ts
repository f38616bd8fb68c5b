import { makeCheckSession } from './check-session.ts';
import { makeCleanUp } from './clean-up.ts';
import { makeConfirmOwner } from './confirm-owner.ts';
import { makeEndSession } from './end-session.ts';
import { type LogInDeps, makeLogIn } from './log-in.ts';
import { makeRefreshSession } from './refresh-session.ts';
import { makeReserveOwner } from './reserve-owner.ts';

/** Everything this service does, for its doors and loops to call. */
export function makeOperations(deps: LogInDeps) {
  return {
    logIn: makeLogIn(deps),
    refreshSession: makeRefreshSession(deps),
    endSession: makeEndSession(deps),
    checkSession: makeCheckSession(deps),
    reserveOwner: makeReserveOwner(deps),
    confirmOwner: makeConfirmOwner(deps),
    cleanUp: makeCleanUp(deps),
    hashPassword: deps.passwords.hash,
    listPublicKeys: deps.signingKeys.listPublicKeys,
  };
}

export type Operations = ReturnType<typeof makeOperations>;
