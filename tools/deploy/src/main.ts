/**
 * `npm run local-secrets -- [<folder>] [--json]`: creates the secrets of docker-compose.yml for one
 * machine, in deploy/secrets by default.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type CommandResult, JSON_OPTION, runScript } from '@florin/service/operator';
import { completeSecrets } from './complete-secrets.ts';
import { makeSecrets } from './make-secrets.ts';
import { printKubernetes } from './print-kubernetes.ts';
import { DEFAULT_FOLDER, readSecrets, writeSecret } from './secret-files.ts';

await runScript(
  {
    command: 'local-secrets',
    usage: `npm run local-secrets -- [<folder>]: create the secrets of docker-compose.yml
npm run --silent local-secrets -- kubernetes [<folder>] [--namespace <name>] [--postgres <host:port/database>]
  [--nats <host:port>] [--to <file>]: print them as Secrets of Kubernetes, or write them to a file`,
  },
  ([first, ...others]) =>
    first === 'kubernetes'
      ? printKubernetes(others, process.argv.includes(JSON_OPTION))
      : makeOrComplete(first === undefined ? [] : [first, ...others]),
);

/** A newer release may need more secrets; existing ones stay unchanged. */
async function makeOrComplete([
  given = DEFAULT_FOLDER,
  ...others
]: readonly string[]): Promise<CommandResult> {
  if (others.length > 0 || given.startsWith('-')) throw new Error('takes one folder, or none');
  const folder = resolve(given);
  const secrets = makeSecrets('postgres:5432/florin');
  if (!existsSync(folder)) {
    await makeFolder(folder, secrets);
    return { text: `made secrets in ${folder}`, data: { folder, made: [...secrets.keys()] } };
  }
  const changes = completeSecrets(await readSecrets(folder), secrets);
  for (const [name, secret] of changes) await writeSecret(join(folder, name), secret);
  const made = [...changes.keys()];
  return {
    text: `added to ${folder}: ${made.join(', ') || 'nothing'}`,
    data: { folder, made },
  };
}

/** Private, and created with all secrets or not at all. */
async function makeFolder(folder: string, secrets: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  for (const [name, secret] of secrets) await writeSecret(join(unfinished, name), secret);
  await rename(unfinished, folder);
}
