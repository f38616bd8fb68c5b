import { makeCheckApiKey } from './check-api-key.ts';
import { makeCheckSession } from './check-session.ts';
import { makeCleanUp } from './clean-up.ts';
import { makeCloseAccount } from './close-account.ts';
import { makeConfirmAccountEmail } from './confirm-account-email.ts';
import { makeConfirmOwner } from './confirm-owner.ts';
import { makeCreateApiKey } from './create-api-key.ts';
import { makeCreateUser } from './create-user.ts';
import { makeDeleteUser } from './delete-user.ts';
import { makeEndSession } from './end-session.ts';
import { makeGetApiKey } from './get-api-key.ts';
import { makeGetUser } from './get-user.ts';
import { makeListApiKeys } from './list-api-keys.ts';
import { makeListSessions } from './list-sessions.ts';
import { makeListUsers } from './list-users.ts';
import { type LogInDeps, makeLogIn } from './log-in.ts';
import { makeRefreshSession } from './refresh-session.ts';
import { makeReserveAccountEmail } from './reserve-account-email.ts';
import { makeReserveOwner } from './reserve-owner.ts';
import { makeRevokeApiKey } from './revoke-api-key.ts';
import { makeRotateApiKey } from './rotate-api-key.ts';
import { makeSetAccountAccess } from './set-account-access.ts';
import { makeUpdateUser } from './update-user.ts';

/** Everything this service does, for its doors and loops to call. */
export function makeOperations(deps: LogInDeps) {
  return {
    logIn: makeLogIn(deps),
    refreshSession: makeRefreshSession(deps),
    endSession: makeEndSession(deps),
    checkApiKey: makeCheckApiKey(deps),
    checkSession: makeCheckSession(deps),
    listUsers: makeListUsers(deps),
    createUser: makeCreateUser(deps),
    getUser: makeGetUser(deps),
    updateUser: makeUpdateUser(deps),
    deleteUser: makeDeleteUser(deps),
    reserveOwner: makeReserveOwner(deps),
    confirmOwner: makeConfirmOwner(deps),
    closeAccount: makeCloseAccount(deps),
    confirmAccountEmail: makeConfirmAccountEmail(deps),
    reserveAccountEmail: makeReserveAccountEmail(deps),
    setAccountAccess: makeSetAccountAccess(deps),
    createApiKey: makeCreateApiKey(deps),
    listApiKeys: makeListApiKeys(deps),
    getApiKey: makeGetApiKey(deps),
    rotateApiKey: makeRotateApiKey(deps),
    revokeApiKey: makeRevokeApiKey(deps),
    listSessions: makeListSessions(deps),
    cleanUp: makeCleanUp(deps),
    hashPassword: deps.passwords.hash,
    listPublicKeys: deps.signingKeys.listPublicKeys,
  };
}

export type Operations = ReturnType<typeof makeOperations>;
