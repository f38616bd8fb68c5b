import { type Route, withExamples } from '@florin/http-api';
import { systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { apiKeyRoutes } from './api-keys/routes.ts';
import { invitationPageRoutes } from './auth-pages/invitation-routes.ts';
import { loginPageRoutes } from './auth-pages/login-routes.ts';
import { authPageRoutes } from './auth-pages/routes.ts';
import { browserSessionRoutes } from './browser-sessions/routes.ts';
import type { Deps } from './deps.ts';
import { emailChangeRoute } from './email-changes/routes.ts';
import { emailConfirmationRoutes } from './email-confirmations/routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { loginLinkRoutes } from './login-links/routes.ts';
import { membershipRoutes } from './memberships/routes.ts';
import { passwordResetRoutes } from './password-resets/routes.ts';
import { policyRoutes } from './policies/routes.ts';
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
    ...membershipRoutes(deps),
    ...invitationRoutes(deps, rules),
    ...factorRoutes(deps),
    ...policyRoutes(deps),
    ...apiKeyRoutes(deps),
    ...browserSessionRoutes(deps),
    ...loginPageRoutes(deps),
    ...loginLinkRoutes(deps),
    ...invitationPageRoutes(deps, rules),
    ...authPageRoutes(deps, rules),
    systemRoute('identity', deps.system),
  ]);
