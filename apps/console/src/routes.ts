import { type Route, withExamples } from '@florin/http-api';
import { type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { recurringPartsRoute } from './reports/parts-route.ts';
import { reportRoutes } from './reports/routes.ts';
import { type SearchDeps, searchRoute } from './search/routes.ts';
import type { Site } from './site/bundle.ts';
import { siteRoutes } from './site/routes.ts';

export interface RouteDeps extends SearchDeps {
  readonly site: Site;
  readonly system: System;
}

/** Every public route of this service. */
export function consoleRoutes({ site, ...deps }: RouteDeps): readonly Route[] {
  return withExamples(examples, [
    searchRoute(deps),
    ...reportRoutes(deps),
    recurringPartsRoute(deps),
    systemRoute('console', deps.system),
    ...siteRoutes(site),
  ]);
}
