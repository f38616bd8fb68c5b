import { type Route, withExamples } from '@florin/http-api';
import examples from '../../examples.json' with { type: 'json' };
import type { Operations } from '../operations/operations.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { createUserRoute } from './create-user.ts';
import { deleteUserRoute } from './delete-user.ts';
import { endSessionRoute } from './end-session.ts';
import { getApiKeyRoute } from './get-api-key.ts';
import { getSigningKeysRoute } from './get-signing-keys.ts';
import { getUserRoute } from './get-user.ts';
import { listApiKeysRoute } from './list-api-keys.ts';
import { listSessionsRoute } from './list-sessions.ts';
import { listTeamRoute } from './list-team.ts';
import { listUsersRoute } from './list-users.ts';
import { logInRoute } from './log-in.ts';
import { refreshSessionRoute } from './refresh-session.ts';
import { revokeApiKeyRoute } from './revoke-api-key.ts';
import { rotateApiKeyRoute } from './rotate-api-key.ts';
import type { Rules } from './rules.ts';
import { updateUserRoute } from './update-user.ts';

/** Every public operation of this service. */
export const makeRoutes = (operations: Operations, rules: Rules): readonly Route[] =>
  withExamples(examples, [
    logInRoute(operations),
    refreshSessionRoute(operations),
    endSessionRoute(operations),
    listSessionsRoute(operations),
    getSigningKeysRoute(operations),
    listUsersRoute(operations),
    listTeamRoute(operations),
    createUserRoute(operations, rules),
    getUserRoute(operations),
    updateUserRoute(operations, rules),
    deleteUserRoute(operations),
    createApiKeyRoute(operations),
    listApiKeysRoute(operations),
    getApiKeyRoute(operations),
    rotateApiKeyRoute(operations),
    revokeApiKeyRoute(operations),
  ]);
