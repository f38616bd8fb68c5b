import { Readable } from 'node:stream';
import {
  type Caller,
  type ExportResource,
  isLive,
  type Reply,
  refuse,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound, type StreamReply } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import type { AccountsDeps } from '../../accounts/find.ts';
import { getOpenAccount } from '../../accounts/permissions.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import { findProfile } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { isGoodLink, linkTo } from './link.ts';
import {
  countUnfinished,
  type Export,
  type ExportFilter,
  type ExportFormat,
  type ExportOrder,
  findExport,
  insertExport,
  readPieces,
  selectExports,
} from './queries.ts';

export interface ExportsDeps {
  readonly db: Kysely<BillingTables>;
  /** URL of the gateway for clients. */
  readonly publicUrl: string;
}

/** Maximum number of unfinished exports of an account. */
const UNFINISHED_MAX = 5;

/** Time zone of the file: the seller profile's, or else the account's. */
export async function findCalendar(
  deps: ExportsDeps & AccountsDeps,
  accountId: Uuid,
  requestId: string,
): Promise<string> {
  const stored = await findProfile(deps.db, accountId);
  if (stored) return stored.profile.timezone;
  return (await getOpenAccount(deps, accountId, requestId)).timezone;
}

export function createExport(
  { db, publicUrl }: ExportsDeps,
  order: ExportOrder,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    if ((await countUnfinished(tx, order.accountId)) >= UNFINISHED_MAX)
      return refuse(
        'conflict',
        `this account has ${UNFINISHED_MAX} unfinished exports, the maximum; wait until one has finished`,
      );
    return { status: 201, body: toExportResource(await insertExport(tx, order), publicUrl) };
  });
}

/** @throws AppError not_found for exports of other accounts */
export async function getExport(
  { db }: Pick<ExportsDeps, 'db'>,
  caller: Caller,
  id: Uuid,
): Promise<Export> {
  const found = await findExport(db, id);
  if (!found || !canRead(caller, found.accountId)) throw notFound('export');
  return found;
}

export async function listExports(
  deps: ExportsDeps,
  caller: Caller,
  query: ListQuery & Partial<Pick<ExportFilter, 'type' | 'status'>>,
) {
  await checkCursor(query, (id) => getExport(deps, caller, id));
  const { type, status } = query;
  const filter = { ...toPageRequest(caller, query), type, status };
  const rows = await selectExports(deps.db, filter, query.limit + 1);
  return toList(rows, query, (row) => toExportResource(row, deps.publicUrl));
}

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
  pdf: 'application/pdf',
};
const DATEV_TYPE = 'text/csv; charset=windows-1252; header=present';
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;

/** The file of a link, streamed at the client's pace; undefined for an invalid link. */
export async function openExport(
  { db }: Pick<ExportsDeps, 'db'>,
  id: Uuid,
  link: { readonly expires: string; readonly signature: string },
): Promise<StreamReply | undefined> {
  const found = await findExport(db, id);
  if (found?.status !== 'succeeded' || !isGoodLink(found, link, Date.now())) return undefined;
  const name = fileNameOf(found);
  return {
    status: 200,
    headers: {
      'Content-Type': found.type === 'datev' ? DATEV_TYPE : mediaTypes[found.format],
      'Content-Length': String(found.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    chunks: Readable.from(readPieces(db, found), { highWaterMark: 1 }),
    stalledMs: STALLED_MS,
  };
}

/** DATEV programs find files by the prefix `EXTF_`. */
function fileNameOf({ type, format, from, until }: Export): string {
  const days = [from, until - 1].map((at) => toInstant(at).slice(0, 10));
  const name = type === 'datev' ? 'EXTF_Buchungsstapel' : type;
  return `${name}-${days.join('-')}.${format}`;
}

export function toExportResource(made: Export, publicUrl: string): ExportResource {
  const { status, finishedAt } = made;
  const link =
    status === 'succeeded' && finishedAt ? linkTo(made, publicUrl, finishedAt) : undefined;
  return {
    id: toPublicId('export', made.id),
    object: 'export',
    livemode: isLive(made.accountId),
    account_id: toPublicId('account', made.accountId),
    ...{ type: made.type, format: made.format, status: made.status },
    from: toInstant(made.from),
    to: toInstant(made.until - 1),
    ...{ rows: made.rows, bytes: made.bytes, failure: made.failure },
    download_url: link?.url ?? null,
    download_expires_at: link ? toInstant(link.expiresAt) : null,
    created_at: made.createdAt.toISOString(),
    finished_at: made.finishedAt?.toISOString() ?? null,
  };
}
