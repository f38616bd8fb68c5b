import {
  AppError,
  type Caller,
  exportFormats,
  exportSchema,
  exportStatuses,
  exportTypes,
  hasScope,
  type Scope,
} from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  fileReply,
  idempotencyKeyOf,
  idParams,
  instantField,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { startOfDay } from '@florin/money';
import { renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingForField,
  assertMayWrite,
  CHANGE_ERRORS,
  getActingAccount,
} from '../../accounts/permissions.ts';
import { type CsvStyle, plainCsv } from './csv.ts';
import { assertDatevReady } from './datev.ts';
import {
  createExport,
  type ExportsDeps,
  findCalendar,
  getExport,
  listExports,
  openExport,
  toExportResource,
} from './operations.ts';
import type { ExportFormat, ExportType } from './queries.ts';
import type { SourceDeps } from './rows.ts';

const PATH = '/v1/exports';
const errors = CHANGE_ERRORS;
const read = { token: 'session_or_key', scope: 'subscriptions:read' } as const;

/** Scope that a key also needs to export data that it could not read itself. */
const scopeOf: Readonly<Partial<Record<ExportType, Scope>>> = {
  balance_statement: 'transactions:read',
  transactions: 'transactions:read',
  payments: 'payments:read',
};
const DAY_MS = 86_400_000;
const SPAN_MS_MAX = 3_660 * DAY_MS;
/** Limits memory: the monthly values of each customer are stored. */
const REVENUE_MS_MAX = 1_100 * DAY_MS;

export type ExportRouteDeps = ExportsDeps & AccountsDeps & SourceDeps;

export function exportRoutes(deps: ExportRouteDeps): readonly Route[] {
  return [createRoute(deps), listRoute(deps), getRoute(deps), fileRoute(deps)];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Style = { readonly [Name in 'bom' | 'delimiter' | 'decimal_mark']?: unknown };

const isStyled = (type: ExportType, format: ExportFormat) => format === 'csv' && type !== 'datev';
const hasStyle = ({ bom, delimiter, decimal_mark }: Style) =>
  [bom, delimiter, decimal_mark].some((option) => option !== undefined);

/** A day and an instant mean different spans, so the schema has no format. */
const dayOrInstant = (which: 'First' | 'Last') => ({
  description: `${which} day, in the seller's time zone, or a time: ISO 8601, in UTC unless it has an offset.`,
  examples: ['2026-01-31'],
  format: undefined,
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T.+)?$',
});

const bodyFields = z
  .object({
    type: z
      .enum(exportTypes, { error: 'must be an export type, for example journal' })
      .describe('Content of the export.'),
    format: z
      .enum(exportFormats, { error: 'must be csv, jsonl or pdf' })
      .default('csv')
      .describe('`csv` (RFC 4180), `jsonl`, or `pdf` (balance statements only).'),
    from: instantField('from').meta(dayOrInstant('First')),
    to: instantField('to').meta(dayOrInstant('Last')),
    bom: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether CSV starts with a byte order mark, which Excel needs to read UTF-8.'),
    delimiter: z
      .enum([',', ';'], { error: 'must be , or ;' })
      .optional()
      .describe('Delimiter of CSV cells; `;` for Excel in many European languages.'),
    decimal_mark: z
      .enum(['.', ','], { error: 'must be . or ,' })
      .optional()
      .describe('Decimal mark of the CSV columns `…_decimal`.'),
    account_id: actingForField,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => to - from <= SPAN_MS_MAX, {
    path: ['to'],
    error: 'must be at most ten years after from',
  })
  .refine(({ type, from, to }) => type !== 'revenue' || to - from <= REVENUE_MS_MAX, {
    path: ['to'],
    error: 'must be at most three years after from, for revenue',
  })
  .refine(({ type, format }) => format !== 'pdf' || type === 'balance_statement', {
    path: ['format'],
    error: 'pdf is only for balance_statement; use csv or jsonl',
  })
  .refine(({ type, format }) => type !== 'datev' || format === 'csv', {
    path: ['format'],
    error: 'must be csv for datev',
  })
  .refine(({ type, format, ...style }) => isStyled(type, format) || !hasStyle(style), {
    path: ['format'],
    error: 'bom, delimiter and decimal_mark are only for csv of types other than datev; omit them',
  })
  .meta({ id: 'NewExport', description: 'An export to create.' });

function createRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: PATH,
    operationId: 'createExport',
    summary: 'Create an export',
    description:
      'Types: balance statement, transactions, invoices, credit notes, payments, tax, revenue, journal and DATEV batch. The file is written in the background: poll the export until it is `succeeded`, then fetch `download_url`. An account can have five unfinished exports; `409` for more. An API key also needs the read scope of the exported data. Amounts are in minor units, and in major units in the `…_decimal` columns. `datev` needs `accounting` in the billing settings and covers one fiscal year at most; a 400 lists accounts without a number.',
    ...read,
    takesIdempotencyKey: true,
    body: bodyFields,
    replies: { 201: exportSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      assertMayRead(caller, body.type);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const { type, format } = body;
      const timezone = await findCalendar(deps, accountId, requestId);
      const span = spanOf(body, request.sent.body as SentSpan, timezone);
      const style: CsvStyle = {
        delimiter: body.delimiter ?? plainCsv.delimiter,
        decimalMark: body.decimal_mark ?? plainCsv.decimalMark,
        bom: body.bom ?? plainCsv.bom,
      };
      const order = { accountId, type, format, timezone, style, ...span };
      if (type === 'datev') await assertDatevReady(deps, { ...order, requestId });
      const key = idempotencyKeyOf(`POST ${PATH}`, request, body);
      return createExport(deps, order, key);
    },
  });
}

interface SentSpan {
  readonly from: string;
  readonly to: string;
}

/** A day is read in the account's calendar; an instant is used as is. */
function spanOf(
  { from, to }: { readonly from: number; readonly to: number },
  sent: SentSpan,
  timezone: string,
) {
  return {
    from: DAY.test(sent.from) ? startOfDay(sent.from, timezone) : from,
    until: DAY.test(sent.to) ? startOfDay(sent.to, timezone, 1) : to + 1,
  };
}

/** @throws AppError forbidden for a key that may not read the file's data */
function assertMayRead(caller: Caller, type: ExportType): void {
  const needed = scopeOf[type];
  if (needed === undefined || hasScope(caller, needed)) return;
  throw new AppError(
    'forbidden',
    `the export type ${type} needs the scope ${needed}, which this API key or role does not have`,
  );
}

function listRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'listExports',
    summary: 'List exports',
    description: 'Newest first. Exports are kept for seven days after they finish.',
    ...read,
    query: z
      .object({
        ...cursorFields('export'),
        type: z.enum(exportTypes).optional().describe('Filter by type.'),
        status: z.enum(exportStatuses).optional().describe('Filter by status.'),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(exportSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { data, ...list } = await listExports(deps, caller, query);
      return { status: 200, body: { ...list, data: data.map((one) => hideLink(one, caller)) } };
    },
  });
}

function getRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${PATH}/{export_id}`,
    operationId: 'getExport',
    summary: 'Retrieve an export',
    description: 'Returns the status of the export and, once it is ready, the download URL.',
    ...read,
    params: idParams({ export_id: 'export' }),
    replies: { 200: exportSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      const found = await getExport(deps, caller, params.export_id);
      return { status: 200, body: hideLink(toExportResource(found, deps.publicUrl), caller) };
    },
  });
}

/** A key sees that a file exists, but gets no link if it may not read its data. */
function hideLink(made: z.output<typeof exportSchema>, caller: Caller) {
  const needed = scopeOf[made.type];
  if (needed === undefined || hasScope(caller, needed)) return made;
  return { ...made, download_url: null, download_expires_at: null };
}

function fileRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/exports/{export_id}/file',
    operationId: 'getExportFile',
    summary: 'Download the file of an export',
    description: 'The URL is signed: it needs no token and works for seven days.',
    token: 'none',
    isStream: true,
    mediaType: ['text/csv', 'application/jsonl', 'application/pdf'],
    showError: renderFailure,
    params: idParams({ export_id: 'export' }),
    query: z.object({
      expires: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('When the URL expires, in milliseconds since 1970.'),
      signature: z.string().max(100).optional().describe('Signature of the URL.'),
    }),
    replies: { 200: fileReply('A file.') },
    errors: ['not_found'],
    async handle({ params, query: { expires = '', signature = '' }, acceptLanguage }) {
      const file = await openExport(deps, params.export_id, { expires, signature });
      return file ?? renderFailure({ status: 404 }, acceptLanguage);
    },
  });
}
