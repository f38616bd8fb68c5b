import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, scratchParent, spawnPostgres } from '@florin/local-servers';
import type { CommandResult } from '@florin/runtime/command';
import { BackupProblem, restore, say } from './backup.ts';
import { createDatabase } from './databases.ts';
import { openSecrets } from './secrets.ts';

const START_MS_MAX = 180_000;
/**
 * Services that call no outside server: a copy of real data must charge, mail and deliver nothing.
 */
const SERVICES = 'identity,ledger,gateway';

/**
 * Restores a backup into a temporary Postgres, starts a Florin on it, and audits its books, see
 * docs/operating/backup-and-restore.md.
 * @param audit checks the books of the database at this URL
 * @returns a finding if one of these steps fails
 */
export async function checkBackup(
  file: string,
  audit: (databaseUrl: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  await access(file);
  const dataDir = await mkdtemp(join(scratchParent(), 'florin-check-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const { postgresPassword } = await openSecrets(dataDir);
  const postgres = await spawnPostgres({
    ...{ dataDir: join(dataDir, 'restored'), port: await freePort(), onProgress: say },
    password: postgresPassword,
  });
  try {
    const url = await createDatabase(postgres.url);
    say(`restoring ${file} into a temporary folder`);
    await restore(file, url, dataDir);
    say('starting identity, ledger and gateway on it');
    await startOn(url, dataDir);
    say('it started; auditing its books');
    const { data, ...audited } = await audit(url);
    return { ...audited, data: { file, problem: null, ...data } };
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error;
    const { message } = error;
    return { text: message, data: { file, problem: message }, isFinding: true };
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts a Florin until all of it answers, and stops it again. */
async function startOn(databaseUrl: string, dataDir: string): Promise<void> {
  // Ignores the settings of the Florin here: its keys belong to real processors.
  const { PATH = '', HOME = '' } = process.env;
  const place = { FLORIN_DATA_DIR: dataDir, FLORIN_PORT: String(await freePort()) };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--only', SERVICES],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, ...place, DATABASE_URL: databaseUrl },
    },
  );
  const ended = once(child, 'close');
  let printed = '';
  let isRunning = false;
  const kill = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed = (printed + text.toString()).slice(-4_000);
      if (isRunning || !printed.includes('Florin is running at')) return;
      isRunning = true;
      child.kill('SIGTERM');
    });
  await ended;
  clearTimeout(kill);
  if (!isRunning) throw new BackupProblem(`Florin does not start on this backup:\n${printed}`);
}
