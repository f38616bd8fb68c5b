import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The setting that names a data folder which rows begin with a copy of. */
export const TEMPLATE_VARIABLE = 'FAULTS_TEMPLATE';

/** Fills a folder with what the template holds; the files stay those of their owners. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE_VARIABLE];
  if (template !== undefined) await run('cp', ['-a', `${template}/.`, dataDir]);
}
