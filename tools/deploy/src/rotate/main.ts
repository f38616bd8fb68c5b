/**
 * `npm run rotate-secrets -- <database|call-keys|nats> [<folder>] [--dry-run] [--json]`: takes the
 * next step of a rotation, see docs/operating/secrets.md, "Rotate secrets".
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type CommandResult, runScript } from '@florin/service/operator';
import { DEFAULT_FOLDER, readSecrets, writeSecret } from '../secret-files.ts';
import { kinds, nextStep } from './model.ts';

const DRY_RUN = '--dry-run';
const USAGE = `npm run rotate-secrets -- <${kinds.join('|')}> [<folder>] [${DRY_RUN}]: take the next step of replacing these secrets`;

await runScript({ command: 'rotate-secrets', usage: USAGE }, rotate);

async function rotate(given: readonly string[]): Promise<CommandResult> {
  const [asked, place = DEFAULT_FOLDER, ...others] = given.filter((word) => word !== DRY_RUN);
  const kind = kinds.find((each) => each === asked);
  if (kind === undefined || others.length > 0 || place.startsWith('-')) throw new Error(USAGE);
  const folder = resolve(place);
  const secrets = await readSecrets(folder);
  const step = nextStep(kind, secrets, () => randomBytes(32).toString('base64url'));
  const changed = [...step.changes.keys()];
  const isDryRun = given.includes(DRY_RUN);
  if (!isDryRun)
    for (const [name, secret] of step.changes) await writeSecret(join(folder, name), secret);
  const again =
    step.stepsLeft === 0 ? [] : [`Run this command again: ${step.stepsLeft} more steps.`];
  const next = [...step.next, ...again];
  return {
    text: [
      `${isDryRun ? 'would change' : 'changed'} in ${folder}: ${changed.join(', ')}`,
      ...next.map((line, index) => `${index + 1}. ${line}`),
    ].join('\n'),
    data: { folder, kind, dry_run: isDryRun, changed, next, steps_left: step.stepsLeft },
  };
}
