import type { Route } from '@florin/http-api';
import type { Operations } from '../operations/operations.ts';
import { createUserRoute } from './create-user.ts';
import { deleteUserRoute } from './delete-user.ts';
import { endSessionRoute } from './end-session.ts';
import { getSigningKeysRoute } from './get-signing-keys.ts';
import { getUserRoute } from './get-user.ts';
import { listUsersRoute } from './list-users.ts';
import { logInRoute } from './log-in.ts';
import { refreshSessionRoute } from './refresh-session.ts';
import { updateUserRoute } from './update-user.ts';

export interface Rules {
  /** Characters that a new password has at least. */
  readonly passwordLengthMin: number;
}

/** Every public operation of this service. */
export const makeRoutes = (operations: Operations, rules: Rules): readonly Route[] => [
  logInRoute(operations),
  refreshSessionRoute(operations),
  endSessionRoute(operations),
  getSigningKeysRoute(operations),
  listUsersRoute(operations),
  createUserRoute(operations, rules),
  getUserRoute(operations),
  updateUserRoute(operations, rules),
  deleteUserRoute(operations),
];
