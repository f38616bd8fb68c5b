import { createHash } from 'node:crypto';
import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { DocumentKind, DocumentState } from '../../domain/document/kept.ts';
import type { BillingTables } from '../../schema.ts';

type Db = Kysely<BillingTables>;

/** A PDF that never changes. */
export interface KeptFile {
  readonly bytes: Buffer;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface KeptDocument {
  readonly kind: DocumentKind;
  readonly sha256: string;
  readonly size: number;
  readonly createdAt: Date;
}

interface Wanted extends DocumentState {
  readonly documentId: Uuid;
  readonly sellerId: Uuid;
}

/** Larger files are not stored but drawn at each request. */
const FILE_BYTES_MAX = 8 * 1_024 * 1_024;
/** Maximum number of files of one invoice or credit note. */
const FILES_MAX = 50;

/** Returns the stored file of a document, which is drawn only once, so its bytes never change. */
export async function keepFile(
  db: Db,
  wanted: Wanted,
  draw: () => Promise<Buffer>,
): Promise<KeptFile> {
  const known = await findFile(db, wanted);
  if (known) return known;
  const bytes = await draw();
  const drawn = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  if (bytes.length > FILE_BYTES_MAX) return drawn;
  await insertFile(db, wanted, drawn);
  // A concurrent request may have drawn it first.
  return (await findFile(db, wanted)) ?? drawn;
}

async function findFile(
  db: Db,
  { documentId, state }: Pick<Wanted, 'documentId' | 'state'>,
): Promise<KeptFile | undefined> {
  return db
    .selectFrom('document_files')
    .select(['bytes', 'sha256'])
    .where('document_id', '=', documentId)
    .where('state', '=', state)
    .executeTakeFirst();
}

async function insertFile(
  db: Db,
  { documentId, state, kind, sellerId }: Wanted,
  { bytes, sha256 }: KeptFile,
): Promise<void> {
  await sql`
    insert into document_files (document_id, state, kind, seller_id, sha256, bytes)
    select ${documentId}, ${state}, ${kind}, ${sellerId}, ${sha256}, ${bytes}
     where (select count(*) from document_files where document_id = ${documentId}) < ${FILES_MAX}
    on conflict do nothing`.execute(db);
}

/** Files of an invoice or a credit note, oldest first. */
export async function listFiles(db: Db, documentId: Uuid): Promise<readonly KeptDocument[]> {
  const { rows } = await sql<KeptDocument>`
    select kind, sha256, length(bytes) as size, created_at as "createdAt" from document_files
     where document_id = ${documentId} order by created_at, state limit ${FILES_MAX}`.execute(db);
  return rows;
}
