import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toolsDir } from './paths.mjs';
import { StepFailed, step } from './progress.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Installs an npm package into `.tools/<name>-<version>` and returns its node_modules folder.
 * Renamed into place, so the folder is always complete.
 */
export async function bringPackage({ title, name, version, works, environment }) {
  const folder = join(toolsDir, `${name}-${version}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(folder)) {
    if (await works(modules)) return modules;
    await rm(folder, { recursive: true, force: true });
  }

  await step(title, async () => {
    const half = `${folder}.${process.pid}.half`;
    await mkdir(half, { recursive: true });
    try {
      await install(half, `${name}@${version}`, environment);
      await rename(half, folder);
    } finally {
      await rm(half, { recursive: true, force: true });
    }
    if (!(await works(modules))) throw new StepFailed(`${folder} was installed but does not run.`);
  });
  return modules;
}

function install(folder, specifier, environment) {
  // The cache comes first, so that a second checkout needs no network.
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline'];
  return runCommand('npm', ['install', '--prefix', folder, ...flags, specifier], {
    environment,
    cwd: folder,
    advice:
      'check that npm reaches its registry (`npm ping`) and that this folder has 500 MB free, ' +
      'then run the same command again.',
  });
}
