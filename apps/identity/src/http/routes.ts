import type { Route } from '@florin/http-api';
import type { Operations } from '../operations/operations.ts';
import { endSessionRoute } from './end-session.ts';
import { getSigningKeysRoute } from './get-signing-keys.ts';
import { logInRoute } from './log-in.ts';
import { refreshSessionRoute } from './refresh-session.ts';

/** Every public operation of this service. */
export const makeRoutes = (operations: Operations): readonly Route[] => [
  logInRoute(operations),
  refreshSessionRoute(operations),
  endSessionRoute(operations),
  getSigningKeysRoute(operations),
];
