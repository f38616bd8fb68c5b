import { type Caller, type ErrorCode, periodSchema, type Uuid } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, type Route, text } from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingForField,
  assertMayWrite,
  getActingAccount,
  getReadableAccount,
  readableField,
} from '../../accounts/permissions.ts';
import { type ExportsDeps, findCalendar } from '../../documents/exports/operations.ts';
import { monthIn } from '../../domain/period.ts';
import { monthParams } from './fields.ts';
import { closePeriod, readPeriod, reopenPeriod } from './operations.ts';

type PeriodRouteDeps = ExportsDeps & AccountsDeps;

const PATH = '/v1/periods/{month}';
const REASON_LENGTH_MAX = 500;
const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'];
const write = {
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: monthParams,
  replies: { 200: periodSchema },
} as const;

export function periodRoutes(deps: PeriodRouteDeps): readonly Route[] {
  return [getRoute(deps), closeRoute(deps), reopenRoute(deps)];
}

function getRoute(deps: PeriodRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'getPeriod',
    summary: 'Retrieve the status of a month',
    description:
      'Returns whether the books of the month are closed, and the latest changes to all months.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: monthParams,
    query: z.object({ account_id: readableField }),
    replies: { 200: periodSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ params, query, caller, requestId }) {
      const { id } = await getReadableAccount(deps, caller, query.account_id, requestId);
      const timezone = await findCalendar(deps, id, requestId);
      return { status: 200, body: await readPeriod(deps, id, monthIn(params.month, timezone)) };
    },
  });
}

const body = { account_id: actingForField };

function closeRoute(deps: PeriodRouteDeps): Route {
  return defineRoute({
    ...write,
    errors: [...errors, 'conflict'],
    method: 'POST',
    path: `${PATH}/close`,
    operationId: 'closePeriod',
    summary: 'Close a month',
    description:
      'Closes the books of a month and all earlier months. Entries recorded later for a closed month count on the first open day, so the journal and tax report of the month stay unchanged. A month can be closed one hour after its end. Idempotent.',
    body: z.object(body).meta({ id: 'PeriodClose', description: 'A month to close.' }),
    async handle(request) {
      const about = await toPeriod(deps, request, request.body.account_id);
      const key = idempotencyKeyOf(`POST ${PATH}/close`, request, [request.params, request.body]);
      return closePeriod(deps, { ...about, key });
    },
  });
}

function reopenRoute(deps: PeriodRouteDeps): Route {
  return defineRoute({
    ...write,
    errors,
    method: 'POST',
    path: `${PATH}/reopen`,
    operationId: 'reopenPeriod',
    summary: 'Reopen a month',
    description:
      'Reopens the books of a month and all later months. The reason is stored. Entries recorded while the month was closed stay where they are. Reopening an open month changes nothing.',
    body: z
      .object({
        ...body,
        reason: text(REASON_LENGTH_MAX).meta({
          description: 'Reason for reopening: 1 to 500 characters.',
          examples: ['A supplier corrected an invoice'],
        }),
      })
      .meta({ id: 'PeriodReopen', description: 'A month to reopen.' }),
    async handle(request) {
      const about = await toPeriod(deps, request, request.body.account_id);
      const key = idempotencyKeyOf(`POST ${PATH}/reopen`, request, [request.params, request.body]);
      return reopenPeriod(deps, { ...about, reason: request.body.reason, key });
    },
  });
}

interface Asked {
  readonly caller: Caller;
  readonly params: { readonly month: string };
  readonly requestId: string;
}

async function toPeriod(
  deps: PeriodRouteDeps,
  { caller, params, requestId }: Asked,
  asked: Uuid | null | undefined,
) {
  assertMayWrite({ errors }, caller);
  const sellerId = await getActingAccount(deps, caller, asked, requestId);
  const month = monthIn(params.month, await findCalendar(deps, sellerId, requestId));
  return { sellerId, month, caller };
}
