import { auditEntrySchema } from '@florin/contracts';
import {
  accountFields,
  boundsOf,
  createdFields,
  cursorFields,
  defineRoute,
  listReply,
  oneCursor,
} from '@florin/http-api';
import { z } from 'zod';
import { targetField, typeField } from '../events/fields.ts';
import { type AuditFilter, type AuditLogDeps, exportAuditLog, listAuditLog } from './operations.ts';

const filterFields = {
  type: typeField.default('*'),
  outcome: z
    .enum(['done', 'refused'])
    .optional()
    .describe('Only what took effect (`done`), or only what did not (`refused`).'),
  object_id: targetField,
  ...accountFields,
  ...createdFields,
};

const formerNames = { query: { from: 'created_after', to: 'created_before' } };

const LINES = 'application/jsonl';

const exportHeaders = {
  'Content-Type': `${LINES}; charset=utf-8`,
  'Content-Disposition': 'attachment; filename="audit-log.jsonl"',
};

export const auditLogRoutes = (deps: AuditLogDeps) => [
  defineRoute({
    method: 'GET',
    path: '/v1/audit_log',
    operationId: 'listAuditLog',
    summary: 'List who changed what, or tried to, newest first',
    description:
      'Every request that has changed something or was refused, with who made it from where, and every change that Florin made by itself. Owners and account admins see their account, administrators and the role `platform` all of them. Nothing in it can be changed.',
    token: 'session',
    query: z.object({ ...cursorFields('event'), ...filterFields }).refine(...oneCursor),
    formerNames,
    replies: { 200: listReply(auditEntrySchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { limit, starting_after: after, ending_before: before, order } = query;
      const page = { limit, after, before, order };
      const body = await listAuditLog(deps, caller, { ...toFilter(query), ...page });
      return { status: 200, body };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/audit_log/export',
    operationId: 'exportAuditLog',
    summary: 'Export who changed what, or tried to, newest first, one JSON object a line',
    description:
      'The same as a file without pages: one entry a line (JSON Lines), for as long as there are any.',
    token: 'session',
    isStream: true,
    mediaType: LINES,
    query: z.object(filterFields),
    formerNames,
    replies: { 200: z.string().meta({ description: 'JSON Lines, each an audit entry.' }) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      return {
        status: 200,
        headers: exportHeaders,
        ...exportAuditLog(deps, caller, toFilter(query)),
      };
    },
  }),
];

interface FilterQuery extends Pick<AuditFilter, 'type'> {
  readonly outcome?: AuditFilter['outcome'];
  readonly object_id?: AuditFilter['objectId'];
  readonly account_id?: AuditFilter['accountId'];
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
}

function toFilter(query: FilterQuery): AuditFilter {
  const { type, outcome, object_id: objectId, account_id: accountId } = query;
  return { type, outcome, objectId, accountId, ...boundsOf(query) };
}
