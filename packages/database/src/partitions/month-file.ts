import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { timeOfId } from '@florin/contracts';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { type DatabaseConfig, openDatabase } from '../connection/open-database.ts';

/** Manifest of an exported month, written once its file is complete. */
const manifestSchema = z.object({
  table: z.string(),
  /** Partition that held the rows: `events_2026_01`. */
  month: z.string(),
  /** First id in the range; null if the oldest month is unbounded. */
  starts: z.guid().nullable(),
  /** First id after the range. */
  ends: z.guid(),
  columns: z.array(z.string()),
  rows: z.int().min(0),
  /** SHA-256 of the compressed file. */
  sha256: z.hex().length(64),
  exported_at: z.iso.datetime(),
});

export type MonthManifest = z.infer<typeof manifestSchema>;

/** An export may take hours, and no client waits for it. */
const PATIENTLY = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/**
 * Exports a month to `<folder>/<month>.csv.gz` in COPY format, by id, with a manifest. Replaces
 * existing files; an interrupted export leaves none.
 * @throws Error if the month does not exist or has not ended
 */
export async function exportMonth(
  config: DatabaseConfig,
  tables: readonly string[],
  month: string,
  folder: string,
): Promise<MonthManifest> {
  return withClient(config, async (client) => {
    const { table, starts, ends } = await findMonth(client, tables, month);
    const columns = await columnsOf(client, table);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${month}.csv.gz`);
    const unfinished = `${path}.part`;
    const hash = createHash('sha256');
    const from = starts === null ? '' : `id >= '${starts}' and `;
    const copy = client.query(
      copyTo(
        `copy (select ${columns.map(quoted).join(', ')} from ${quoted(table)} where ${from}id < '${ends}' order by id)
           to stdout with (format csv, header)`,
      ),
    );
    try {
      await pipeline(copy, createGzip(), observed(hash), createWriteStream(unfinished));
      await sync(unfinished);
      // No manifest may describe the replaced file.
      await rm(manifestPathOf(path), { force: true });
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    const manifest: MonthManifest = {
      ...{ table, month, starts, ends, columns, rows: copy.rowCount },
      sha256: hash.digest('hex'),
      exported_at: new Date().toISOString(),
    };
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await writeFile(`${manifestPathOf(path)}.part`, text, { flush: true });
    await rename(`${manifestPathOf(path)}.part`, manifestPathOf(path));
    return manifest;
  });
}

/**
 * Restores a month from its file as the oldest one of its table, in one transaction.
 * @param onRestored further changes in the same transaction
 * @throws Error if the manifest is missing or does not match the file; then nothing is changed
 */
export async function restoreMonth(
  config: DatabaseConfig,
  tables: readonly string[],
  path: string,
  onRestored: (client: PoolClient, manifest: MonthManifest) => Promise<void> = async () => {},
): Promise<MonthManifest> {
  const manifest = await readManifest(path);
  const { table, month, starts, ends, columns } = manifest;
  if (!tables.includes(table))
    throw new Error(`${path} belongs to ${table}, which this service does not have`);
  await assertWhole(path, manifest);
  return withClient(config, async (client) => {
    await client.query('begin');
    try {
      await client.query('select restore_month($1, $2)', [table, month]);
      const copy = client.query(
        copyFrom(
          `copy ${quoted(`restored_${month}`)} (${columns.map(quoted).join(', ')})
             from stdin with (format csv, header match)`,
        ),
      );
      await pipeline(createReadStream(path), createGunzip(), copy);
      if (copy.rowCount !== manifest.rows)
        throw new Error(`${path} has ${copy.rowCount} rows, not ${manifest.rows}`);
      await client.query('select attach_month($1, $2, $3, $4)', [table, month, starts, ends]);
      await onRestored(client, manifest);
      await client.query('commit');
      return manifest;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}

async function withClient<Result>(
  config: DatabaseConfig,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const { pool, close } = openDatabase({ ...config, poolSizeMax: 1 }, () => {}, {
    settings: PATIENTLY,
  });
  try {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      // An interrupted COPY is still running on this connection.
      client.release(true);
    }
  } finally {
    await close();
  }
}

async function findMonth(client: PoolClient, tables: readonly string[], month: string) {
  const { rows } = await client.query<{ table: string; name: string; bound: string }>(
    `select parent.relname as table, child.relname as name,
            pg_get_expr(child.relpartbound, child.oid) as bound
       from pg_inherits
       join pg_class parent on parent.oid = inhparent
       join pg_class child on child.oid = inhrelid
      where parent.relnamespace = current_schema()::regnamespace and parent.relname = any($1)
      order by child.relname`,
    [tables],
  );
  const found = rows.find(({ name }) => name === month);
  const [, starts = null] = /FROM \('([0-9a-f-]+)'\)/.exec(found?.bound ?? '') ?? [];
  const [, ends] = /TO \('([0-9a-f-]+)'\)/.exec(found?.bound ?? '') ?? [];
  if (!found || ends === undefined)
    throw new Error(`${month} does not exist; months: ${rows.map(({ name }) => name).join(', ')}`);
  if (timeOfId(ends) > Date.now()) throw new Error(`${month} has not ended and may still get rows`);
  return { table: found.table, starts, ends };
}

async function columnsOf(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function readManifest(path: string): Promise<MonthManifest> {
  const text = await readFile(manifestPathOf(path), 'utf8').catch((cause: unknown) => {
    throw new Error(`${path} has no manifest, so its export did not finish`, { cause });
  });
  return manifestSchema.parse(JSON.parse(text));
}

async function assertWhole(path: string, { sha256 }: MonthManifest): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') !== sha256)
    throw new Error(
      `${path} was changed after its export: its SHA-256 does not match the manifest`,
    );
}

function observed(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Syncs a file to disk before it gets its final name. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function manifestPathOf(path: string): string {
  return join(dirname(path), basename(path).replace(/\.csv\.gz$/, '.json'));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
