import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeAtomically } from '@florin/local-servers';
import type { CommandResult } from '@florin/service/operator';
import { listSecretKeys, renderSecrets, toKubernetesSecrets } from './kubernetes-secrets.ts';
import { DEFAULT_FOLDER, readSecrets } from './secret-files.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Prints a folder of secrets as Secrets of Kubernetes, or writes them to a file that its owner alone may read. */
export async function printKubernetes(
  args: readonly string[],
  isJson: boolean,
): Promise<CommandResult> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      namespace: { type: 'string' },
      postgres: { type: 'string' },
      nats: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const [folder = DEFAULT_FOLDER, ...others] = positionals;
  if (others.length > 0) throw new Error('kubernetes takes one folder, or none');
  const { namespace, postgres, nats, to } = values;
  if (isJson && to === undefined)
    throw new Error('--json shows names alone; choose a file for the Secrets: --to <file>');
  const keys = listSecretKeys(read);
  const secrets = toKubernetesSecrets(keys, await readSecrets(folder), { postgres, nats });
  const text = renderSecrets(secrets, namespace);
  const data = {
    secrets: secrets.map(({ name, data: texts }) => ({ name, keys: Object.keys(texts) })),
    file: to ?? null,
  };
  if (to === undefined) return { text: text.trimEnd(), data };
  await writeAtomically(to, text, 0o600);
  return { text: `wrote ${secrets.length} Secrets to ${to}`, data };
}
