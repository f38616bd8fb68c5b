import { explanationSchema } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type ExplainDeps, explain } from './operations.ts';

export function explainRoute(deps: ExplainDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/explain/{explained_id}',
    operationId: 'explainAmount',
    summary:
      'Explain an amount: of an invoice, a line of it, a credit note, or a change of a subscription',
    description:
      'Answers formula, inputs, the fraction before rounding, the request that asked, and the amount computed anew from the history that is kept. Of an invoice or a credit note, each amount is the sum of parts: lines, taxes, credit notes, and other amounts.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: z.object({
      explained_id: z
        .string()
        .describe(
          'Id of an invoice (`inv_…`), of a line of it (`li_…`), of a credit note (`cn_…`), or of a change of a subscription (`chg_…`).',
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
