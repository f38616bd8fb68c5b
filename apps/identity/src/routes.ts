import { type Route, withExamples } from '@florin/http-api';
import examples from '../examples.json' with { type: 'json' };
import { apiKeyRoutes } from './api-keys/routes.ts';
import { authPageRoutes } from './auth-pages/routes.ts';
import type { Deps } from './deps.ts';
import { emailChangeRoute } from './email-changes/routes.ts';
import { emailConfirmationRoutes } from './email-confirmations/routes.ts';
import { passwordResetRoutes } from './password-resets/routes.ts';
import type { Rules } from './requests.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signingKeysRoute } from './signing-keys/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every public operation of this service. */
export const identityRoutes = (deps: Deps, rules: Rules): readonly Route[] =>
  withExamples(examples, [
    ...sessionRoutes(deps),
    ...passwordResetRoutes(deps, rules),
    ...emailConfirmationRoutes(deps),
    emailChangeRoute(deps),
    signingKeysRoute(deps),
    ...userRoutes(deps, rules),
    ...apiKeyRoutes(deps),
    ...authPageRoutes(deps, rules),
  ]);
