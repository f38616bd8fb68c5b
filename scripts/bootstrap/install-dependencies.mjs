import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findJoined, maker } from '../../tools/launcher/src/joined/find.mjs';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { runCommand } from './run-command.mjs';

const stampPath = join(root, 'node_modules/.florin-installed');

/** Whether exactly this lockfile and these package.json files are installed. */
export function isInstalled() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stampOfWorkspace();
}

export async function installDependencies({ node, pnpm, environment }) {
  const stamp = stampOfWorkspace();
  await step('workspace packages by pnpm', () =>
    // NODE_ENV=production would omit the tests' dependencies.
    runCommand(node, [pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--prod=false'], {
      environment: { ...environment, CI: 'true' },
      cwd: root,
      advice:
        'if the lockfile is outdated, run `node scripts/bootstrap.mjs run pnpm install` and ' +
        'commit pnpm-lock.yaml; otherwise check that npm reaches its registry.',
    }),
  );
  await writeFile(stampPath, stamp);
}

/** Bundles the dependencies that most apps load, unless that is done. */
export async function joinDependencies({ node, environment }) {
  if (findJoined()) return;
  await step('dependencies, bundled for a faster start', () =>
    runCommand(node, [maker], {
      environment,
      cwd: root,
      advice: 'delete node_modules and .tools, and try again.',
    }),
  );
}

function stampOfWorkspace() {
  const hash = createHash('sha256');
  for (const file of workspaceFiles()) {
    const path = join(root, file);
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : '');
  }
  // node_modules installed for another platform contains the wrong binaries.
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function workspaceFiles() {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const section = workspace.split(/^packages:\s*$/m)[1]?.split(/^\S/m)[0] ?? '';
  const patterns = [...section.matchAll(/^\s+-\s+["']?([\w./*-]+)["']?\s*$/gm)];
  const folders = patterns.flatMap(([, pattern]) => foldersOf(pattern));
  return [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    ...folders.map((folder) => `${folder}/package.json`).sort(),
  ];
}

/** Supports only `folder` and `folder/*`, which the workspace uses. */
function foldersOf(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}
