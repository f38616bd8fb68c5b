import { type Route, withExamples } from '@florin/http-api';
import { systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { getAnyAccountRoute, getOwnAccountRoute, listAccountsRoute } from './accounts/routes.ts';
import { closeAccountRoute } from './closing/routes.ts';
import type { Deps } from './deps.ts';
import { createAccountRoute, type OpeningRules } from './opening/routes.ts';
import { updateAnyAccountRoute, updateOwnAccountRoute } from './updating/routes.ts';

/** All public operations of this service, in document order. */
export const accountsRoutes = (deps: Deps, rules: OpeningRules): readonly Route[] =>
  withExamples(examples, [
    listAccountsRoute(deps),
    createAccountRoute(deps, rules),
    getAnyAccountRoute(deps),
    updateAnyAccountRoute(deps),
    getOwnAccountRoute(deps),
    updateOwnAccountRoute(deps),
    closeAccountRoute(deps),
    systemRoute('accounts', deps.system),
  ]);
