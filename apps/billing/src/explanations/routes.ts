import { explanationSchema } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type ExplainDeps, explain } from './operations.ts';

export function explainRoute(deps: ExplainDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/explain/{explained_id}',
    operationId: 'explainAmount',
    summary: 'Explain an amount: a line of an invoice, or a change of a subscription',
    description:
      'Answers formula, inputs, the fraction before rounding, the request that asked, and the amount computed anew from the history that is kept.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: z.object({
      explained_id: z
        .string()
        .describe(
          'Id of a line of an invoice (`li_…`), or of a change of a subscription (`chg_…`).',
        ),
    }),
    replies: { 200: explanationSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: await explain(deps, caller, params.explained_id),
    }),
  });
}
