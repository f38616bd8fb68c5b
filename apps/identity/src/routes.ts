import { type Route, withExamples } from '@florin/http-api';
import { systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { apiKeyRoutes } from './api-keys/routes.ts';
import { browserSessionRoutes } from './credentials/browser-sessions/routes.ts';
import { factorRoutes } from './credentials/factors/routes.ts';
import { sessionRoutes } from './credentials/sessions/routes.ts';
import type { Deps } from './deps.ts';
import { emailChangeRoute } from './mail-links/email-changes/routes.ts';
import { passwordResetRoutes } from './mail-links/password-resets/routes.ts';
import { emailConfirmationRoutes } from './mail-links/routes.ts';
import { invitationPageRoutes } from './pages/invitation-routes.ts';
import { loginLinkRoutes } from './pages/login-links/routes.ts';
import { loginPageRoutes } from './pages/login-routes.ts';
import { authPageRoutes } from './pages/routes.ts';
import { invitationRoutes } from './people/inviting/routes.ts';
import { membershipRoutes } from './people/memberships/routes.ts';
import { userRoutes } from './people/users/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import type { Rules } from './requests.ts';
import { signingKeysRoute } from './signing-keys/routes.ts';

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
