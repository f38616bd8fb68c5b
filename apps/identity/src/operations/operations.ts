import type { Uuid } from '@florin/contracts';
import { deleteLease } from '../store/gateway-leases.ts';
import { afterGateways } from './after-gateways.ts';
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
import { makeListTeam } from './list-team.ts';
import { makeListUsers } from './list-users.ts';
import { type LogInDeps, makeLogIn } from './log-in.ts';
import { makeRefreshSession, type RefreshSessionDeps } from './refresh-session.ts';
import { makeRenewLease } from './renew-lease.ts';
import { makeReserveAccountEmail } from './reserve-account-email.ts';
import { makeReserveOwner } from './reserve-owner.ts';
import { makeRevokeApiKey } from './revoke-api-key.ts';
import { makeRotateApiKey } from './rotate-api-key.ts';
import { makeSetAccountAccess } from './set-account-access.ts';
import { makeUpdateUser } from './update-user.ts';

/** Everything this service does, for its doors and loops to call. */
export function makeOperations(deps: LogInDeps & RefreshSessionDeps) {
  const { awaitGateways } = deps;
  return {
    logIn: makeLogIn(deps),
    refreshSession: makeRefreshSession(deps),
    endSession: afterGateways(awaitGateways, makeEndSession(deps)),
    checkApiKey: makeCheckApiKey(deps),
    checkSession: makeCheckSession(deps),
    listUsers: makeListUsers(deps),
    listTeam: makeListTeam(deps),
    createUser: makeCreateUser(deps),
    getUser: makeGetUser(deps),
    updateUser: afterGateways(awaitGateways, makeUpdateUser(deps)),
    deleteUser: afterGateways(awaitGateways, makeDeleteUser(deps)),
    reserveOwner: makeReserveOwner(deps),
    confirmOwner: makeConfirmOwner(deps),
    closeAccount: afterGateways(awaitGateways, makeCloseAccount(deps)),
    confirmAccountEmail: makeConfirmAccountEmail(deps),
    reserveAccountEmail: makeReserveAccountEmail(deps),
    setAccountAccess: afterGateways(awaitGateways, makeSetAccountAccess(deps)),
    createApiKey: makeCreateApiKey(deps),
    listApiKeys: makeListApiKeys(deps),
    getApiKey: makeGetApiKey(deps),
    rotateApiKey: afterGateways(awaitGateways, makeRotateApiKey(deps)),
    revokeApiKey: afterGateways(awaitGateways, makeRevokeApiKey(deps)),
    listSessions: makeListSessions(deps),
    renewLease: makeRenewLease(deps),
    endLease: (gatewayId: Uuid) => deleteLease(deps.db, gatewayId),
    cleanUp: makeCleanUp(deps),
    hashPassword: deps.passwords.hash,
    listPublicKeys: deps.signingKeys.listPublicKeys,
  };
}

export type Operations = ReturnType<typeof makeOperations>;
