// Makes the secrets that docker-compose.yml names, for a Florin on one machine.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeSecrets } from './make-secrets.ts';

const [given] = process.argv.slice(2);
const folder = resolve(given ?? join(import.meta.dirname, '../../../deploy/secrets'));

/** They hold the same passwords: the one is never made beside the other of an older release. */
const besides = new Map([['nats_accounts', 'nats_users']]);

const secrets = makeSecrets('postgres:5432/florin');

if (existsSync(folder)) {
  // A newer release may need more than there was; what is there stays as it is.
  const isThere = (name: string) => existsSync(join(folder, name));
  const missing = [...secrets].filter(([name]) => !isThere(besides.get(name) ?? name));
  for (const [name, secret] of missing) await write(join(folder, name), secret);
  const made = missing.map(([name]) => name).join(', ') || 'nothing';
  process.stdout.write(`added to ${folder}: ${made}\n`);
} else {
  await mkdir(dirname(folder), { recursive: true });
  // Closed to others, and there with all secrets or not at all.
  const unfinished = await mkdtemp(`${folder}-`);
  for (const [name, secret] of secrets) await write(join(unfinished, name), secret);
  await rename(unfinished, folder);
  process.stdout.write(`made secrets in ${folder}\n`);
}

async function write(path: string, secret: string): Promise<void> {
  await writeFile(path, secret);
  // Containers read it as a user of their own.
  await chmod(path, 0o444);
}
