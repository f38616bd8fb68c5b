import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { provisionService } from '@florin/database';
import { clientEnvironment, findPostgresClient, runProgram } from '@florin/local-servers';
import type { CommandResult } from '@florin/runtime/command';
import { Client } from 'pg';
import { noteSecrets, openSecrets } from './secrets.ts';
import { findRoles, noteExisting } from './undo-restore.ts';

export const say = (line: string) => process.stderr.write(`florin  ${line}\n`);

/** The backup itself is faulty, or does not fit the database. */
export class BackupProblem extends Error {}

/**
 * Writes a consistent snapshot of all services' schemas to a file that only its owner may read,
 * without a stop.
 * @param databaseUrl of a role that may read all schemas
 */
export async function backUp(databaseUrl: string, file: string): Promise<CommandResult> {
  const client = await findPostgresClient(await majorOf(databaseUrl), say);
  const half = `${resolve(file)}.half`;
  await makePrivate(half);
  try {
    const args = ['--format=custom', ...serviceNames.map((name) => `--schema=${name}`)];
    await runProgram(join(client.programs, 'pg_dump'), [...args, `--file=${half}`], {
      env: clientEnvironment(client, databaseUrl),
    }).catch((error: unknown) => {
      throw new Error(explainDump(error));
    });
    await rename(half, file);
  } finally {
    await rm(half, { force: true });
  }
  const { size } = await stat(file);
  say(`wrote ${size} bytes to ${file}. The file holds passwords and keys: store it like a secret`);
  return { text: '', data: { file: resolve(file), bytes: size } };
}

async function makePrivate(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(`another backup is writing ${path}, or was killed: if none runs, remove it`);
  }
}

/** Adds advice to common failures of pg_dump. */
function explainDump(error: unknown): string {
  const output = error instanceof Error ? error.message : String(error);
  const advice = /permission denied/.test(output)
    ? 'DATABASE_URL: take a role that may read every schema, such as the one that provisions'
    : /prepared statement|unsupported startup parameter/.test(output)
      ? 'DATABASE_URL: leads to a pooler; pg_dump needs Postgres itself'
      : undefined;
  return advice === undefined ? output : `${output}\n${advice}`;
}

/**
 * Restores a backup into a database without a Florin, all or nothing. Existing roles keep their
 * passwords, see docs/operating/backup-and-restore.md.
 * @param databaseUrl of a superuser, or of the provisioning role
 * @throws BackupProblem when pg_restore refuses the file
 */
export async function restore(file: string, databaseUrl: string, dataDir: string) {
  await assertEmpty(databaseUrl);
  const client = await findPostgresClient(await majorOf(databaseUrl), say);
  const { PGDATABASE = '', ...env } = clientEnvironment(client, databaseUrl);
  // The schemas just created with the roles are replaced by those of the backup.
  const whole = ['--single-transaction', '--exit-on-error', '--clean', '--if-exists'];
  const args = [...whole, `--dbname=${PGDATABASE}`, resolve(file)];
  const existing = await findRoles(databaseUrl);
  const undo = [await noteExisting(databaseUrl), await noteSecrets(dataDir)];
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const signal of INTERRUPTS) process.once(signal, interrupt);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const secrets = await openSecrets(dataDir);
    for (const service of serviceNames)
      await provisionService(databaseUrl, service, secrets.rolePasswords(service), {
        keepsRoles: true,
      });
    const { signal } = interrupted;
    await runProgram(join(client.programs, 'pg_restore'), args, { env, signal }).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new BackupProblem(
          `the backup was not restored, and all changes were undone: ${reason}`,
        );
      },
    );
  } catch (error) {
    for (const step of undo)
      await step().catch((why: unknown) =>
        say(`parts of the restore could not be removed: ${String(why)}`),
      );
    throw error;
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, interrupt);
  }
  if (existing.length > 0)
    say(
      `these roles existed before and keep their passwords: ${existing.join(', ')}. Give the services on the restored database the same passwords, in <SERVICE>_DATABASE_URL and <SERVICE>_MIGRATION_DATABASE_URL`,
    );
  return { file: resolve(file), roles_kept: existing };
}

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

async function assertEmpty(databaseUrl: string): Promise<void> {
  const names = serviceNames.map((name) => `'${name}'`).join(', ');
  const tables = await ask(
    databaseUrl,
    `select count(*)::int as answer from pg_tables where schemaname in (${names})`,
  );
  if (tables > 0)
    throw new Error('this database holds a Florin already: restore into a new, empty one');
}

async function majorOf(databaseUrl: string): Promise<number> {
  const version = `select current_setting('server_version_num')::int as answer`;
  return Math.floor((await ask(databaseUrl, version)) / 10_000);
}

async function ask(databaseUrl: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: number }>(statement);
    return rows[0]?.answer ?? 0;
  } finally {
    await client.end();
  }
}
