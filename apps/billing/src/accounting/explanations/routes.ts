import { explanationSchema } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type ExplainDeps, explain } from './operations.ts';

export function explainRoute(deps: ExplainDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/explain/{explained_id}',
    operationId: 'explainAmount',
    summary: 'Explain an amount',
    description:
      'Returns the formula, the inputs, the fraction before rounding, the request that caused the amount, and the amount calculated again from the stored history. Each amount of an invoice or a credit note is the sum of parts: lines, taxes, credit notes and other amounts.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: z.object({
      explained_id: z
        .string()
        .describe(
          'Id of an invoice (`inv_…`), an invoice line (`li_…`), a credit note (`cn_…`) or a subscription change (`chg_…`).',
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
