import { auditEntrySchema } from '@florin/contracts';
import {
  accountFields,
  boundsOf,
  createdFields,
  cursorFields,
  defineRoute,
  fileReply,
  filterField,
  idMeta,
  listReply,
  oneCursor,
} from '@florin/http-api';
import { z } from 'zod';
import { requestField, targetField, typeField } from '../events/fields.ts';
import { type AuditFilter, type AuditLogDeps, exportAuditLog, listAuditLog } from './operations.ts';
import { methods } from './requests.ts';

const pathField = z
  .string()
  .regex(/^\/[\w/{}.-]{0,199}$/, 'must be an API path, for example /v1/payments')
  .optional()
  .meta({
    description:
      'Only requests whose path begins with this prefix, written as in the API reference: with `{payment_id}` in place of an id.',
    examples: ['/v1/payments'],
  });

const filterFields = {
  type: typeField.default('*'),
  outcome: z
    .enum(['done', 'refused'])
    .optional()
    .describe('Only requests that succeeded (`done`), or that were refused (`refused`).'),
  object_id: targetField,
  method: z
    .enum(methods)
    .optional()
    .describe('Only requests with this method. Reads are not logged.'),
  path: pathField,
  api_key_id: filterField('apiKey').meta(idMeta('apiKey', 'Only requests by this key. ')),
  request_id: requestField,
  ...accountFields,
  ...createdFields,
};

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
    onlyReads: true,
    summary: 'List audit log entries',
    description:
      'Each write request, successful or refused, with the caller and the network address. Reads are not logged, because logging each would cost as much as a write. Changes that Florin makes by itself appear only as events. Owners, account admins and API keys see their account, developers see requests by its API keys, administrators and the role `platform` see everything. Entries cannot be changed.',
    token: 'session_or_key',
    keyScope: 'audit_log:read',
    query: z.object({ ...cursorFields('event'), ...filterFields }).refine(...oneCursor),
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
    summary: 'Export the audit log as JSON Lines',
    description: 'The audit log as one file without pages, one entry a line (JSON Lines).',
    token: 'session_or_key',
    keyScope: 'audit_log:read',
    isStream: true,
    mediaType: LINES,
    query: z.object(filterFields),
    replies: { 200: fileReply('JSON Lines: one audit log entry a line.') },
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

interface FilterQuery extends Pick<AuditFilter, 'type' | 'method' | 'path'> {
  readonly outcome?: AuditFilter['outcome'];
  readonly object_id?: AuditFilter['objectId'];
  readonly account_id?: AuditFilter['accountId'];
  readonly api_key_id?: AuditFilter['apiKeyId'];
  readonly request_id?: string | undefined;
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
}

function toFilter(query: FilterQuery): AuditFilter {
  const { type, outcome, object_id: objectId, account_id: accountId, method, path } = query;
  const { api_key_id: apiKeyId, request_id: requestId } = query;
  const asked = { type, outcome, objectId, accountId, method, path, apiKeyId, requestId };
  return { ...asked, ...boundsOf(query) };
}
