import { closeSchema } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import { getReadableAccount, readableField } from '../../accounts/permissions.ts';
import { type ExportsDeps, findCalendar } from '../../documents/exports/operations.ts';
import type { SourceDeps } from '../../documents/exports/rows.ts';
import { monthIn } from '../../domain/period.ts';
import { monthParams } from '../periods/fields.ts';
import { readClose } from './operations.ts';

export type CloseRouteDeps = ExportsDeps & AccountsDeps & SourceDeps;

export function closeRoute(deps: CloseRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/close/{month}',
    operationId: 'getClose',
    onlyReads: true,
    summary: 'Reconcile a month: documents, balances and books',
    description:
      'Returns pairs of sums that must agree, and the objects whose amounts differ. A `ledger` difference is money without an invoice, such as a separate payment or a manual credit. `GET /v1/reconciliations` compares settlements of processors and banks.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: monthParams,
    query: z.object({ account_id: readableField }),
    replies: { 200: closeSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    timeoutMs: 20_000,
    async handle({ params, query, caller, requestId }) {
      const { id } = await getReadableAccount(deps, caller, query.account_id, requestId);
      const timezone = await findCalendar(deps, id, requestId);
      const month = monthIn(params.month, timezone);
      const body = await readClose(deps, { sellerId: id, timezone, month, requestId });
      return { status: 200, body };
    },
  });
}
