import { open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { provisionService } from '@florin/database';
import { clientEnvironment, findPostgresClient, runProgram } from '@florin/local-servers';
import { Client } from 'pg';
import { noteSecrets, openSecrets } from './secrets.ts';
import { findRoles, noteExisting } from './undo-restore.ts';

export const say = (line: string) => process.stderr.write(`florin  ${line}\n`);

/**
 * Writes the schemas of all services, as they are at one moment, into a file that only its owner may
 * read. Everything goes on meanwhile.
 * @param databaseUrl of a role that may read all of them
 */
export async function backUp(databaseUrl: string, file: string): Promise<void> {
  const client = await findPostgresClient(await majorOf(databaseUrl), say);
  const half = `${resolve(file)}.half`;
  await (await open(half, 'wx', 0o600)).close();
  try {
    const args = ['--format=custom', ...serviceNames.map((name) => `--schema=${name}`)];
    await runProgram(join(client.programs, 'pg_dump'), [...args, `--file=${half}`], {
      env: clientEnvironment(client, databaseUrl),
    });
    await rename(half, file);
  } finally {
    await rm(half, { force: true });
  }
  say(`${file} has ${(await stat(file)).size} bytes; it is as secret as what is in it`);
}

/**
 * Brings a backup into a database that has no Florin yet, or leaves nothing behind. Roles that exist stay as
 * they are, since another database may use them; others get the passwords of this folder.
 * @param databaseUrl of a superuser
 */
export async function restore(file: string, databaseUrl: string, dataDir: string): Promise<void> {
  await assertEmpty(databaseUrl);
  const client = await findPostgresClient(await majorOf(databaseUrl), say);
  const { PGDATABASE = '', ...env } = clientEnvironment(client, databaseUrl);
  // The schemas that were just made for the roles give way to those of the backup.
  const whole = ['--single-transaction', '--exit-on-error', '--clean', '--if-exists'];
  const args = [...whole, `--dbname=${PGDATABASE}`, resolve(file)];
  const existing = await findRoles(databaseUrl);
  const undo = [await noteExisting(databaseUrl), await noteSecrets(dataDir)];
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const signal of INTERRUPTS) process.once(signal, interrupt);
  try {
    const secrets = await openSecrets(dataDir);
    for (const service of serviceNames)
      await provisionService(databaseUrl, service, secrets.rolePasswords(service), {
        keepsRoles: true,
      });
    const { signal } = interrupted;
    await runProgram(join(client.programs, 'pg_restore'), args, { env, signal });
    if (existing.length > 0)
      say(
        `roles that exist keep their passwords, which services need in <SERVICE>_DATABASE_URL and <SERVICE>_MIGRATION_DATABASE_URL: ${existing.join(', ')}`,
      );
  } catch (error) {
    for (const step of undo)
      await step().catch((why: unknown) =>
        say(`not everything that the restore made could be removed: ${String(why)}`),
      );
    throw error;
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, interrupt);
  }
}

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

async function assertEmpty(databaseUrl: string): Promise<void> {
  const names = serviceNames.map((name) => `'${name}'`).join(', ');
  const tables = await ask(
    databaseUrl,
    `select count(*)::int as answer from pg_tables where schemaname in (${names})`,
  );
  if (tables > 0)
    throw new Error('there is a Florin in this database already: restore into a new one');
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
