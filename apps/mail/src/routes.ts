import { type Route, withExamples } from '@florin/http-api';
import { redriveRoute, type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { mailboxRoutes } from './mailbox/routes.ts';
import { mailsRoute, resendRoute } from './mails/routes.ts';
import { type UnsubscribeDeps, unsubscribeRoutes } from './suppressions/page-routes.ts';
import { type SuppressionDeps, suppressionRoutes } from './suppressions/routes.ts';
import { type TemplateDeps, templateRoutes } from './templates/routes.ts';

export interface RouteDeps extends UnsubscribeDeps, SuppressionDeps, TemplateDeps {
  /** Whether email goes to the mailbox here instead of an SMTP server. */
  readonly hasMailbox: boolean;
  readonly system: System;
}

/** Every public route of this service. */
export function mailRoutes(deps: RouteDeps): readonly Route[] {
  return withExamples(examples, [
    mailsRoute(deps),
    resendRoute(deps),
    ...suppressionRoutes(deps),
    ...unsubscribeRoutes(deps),
    ...templateRoutes(deps),
    ...(deps.hasMailbox ? mailboxRoutes(deps.db, deps.publicUrl) : []),
    systemRoute('mail', deps.system),
    redriveRoute('mail', deps.system),
  ]);
}
