import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Names the template of data folders for rows. */
export const TEMPLATE_VARIABLE = 'FAULTS_TEMPLATE';

/** Copies the template into a folder, with the owners of its files. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE_VARIABLE];
  if (template !== undefined) await run('cp', ['-a', `${template}/.`, dataDir]);
}
