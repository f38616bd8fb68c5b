/**
 * Runs first in `npm start` and `npm test`. Plain JavaScript without dependencies, because the
 * machine may have only an older Node and npm. Arguments go to the launcher, vitest or a command.
 */
import { join } from 'node:path';
import { bringNode, bringPnpm } from './bootstrap/bring-tools.mjs';
import { childEnvironment } from './bootstrap/environment.mjs';
import { exclusively } from './bootstrap/exclusively.mjs';
import {
  installDependencies,
  isInstalled,
  joinDependencies,
} from './bootstrap/install-dependencies.mjs';
import { root } from './bootstrap/paths.mjs';
import { StepFailed } from './bootstrap/progress.mjs';
import { runToTheEnd } from './bootstrap/run-to-the-end.mjs';

const usage = 'usage: node scripts/bootstrap.mjs start|test|run [arguments]\n';

/** These repair an outdated lockfile, so they must run before an install, which would fail. */
const pnpmCommandsThatInstall = ['install', 'i', 'add', 'remove', 'rm', 'update', 'up', 'dedupe'];

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}

async function main([task, ...given]) {
  if (!['start', 'test', 'run'].includes(task) || (task === 'run' && given.length === 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const { node, environment } = await exclusively(() => prepare(task, given));

  if (task === 'start') {
    const launcher = join(root, 'tools/launcher/src/main.ts');
    // Through the channel, the launcher notices that this process is gone, even after a kill -9.
    return runToTheEnd(node, [launcher, ...given], { environment, cwd: root, channel: true });
  }
  if (task === 'test') {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    return runToTheEnd(node, [vitest, 'run', ...given], { environment, cwd: root });
  }
  const [command, ...commandArguments] = given;
  return runToTheEnd(command, commandArguments, { environment, cwd: process.cwd() });
}

async function prepare(task, given) {
  const bare = childEnvironment([]);
  const node = await bringNode(bare);
  const repairs =
    task === 'run' && given[0] === 'pnpm' && pnpmCommandsThatInstall.includes(given[1]);
  const installs = !repairs && !isInstalled();
  // Running what is installed needs no pnpm, and asking for its version takes time.
  const pnpm = task === 'run' || installs ? await bringPnpm(bare) : undefined;
  const environment = childEnvironment([node.binDir, ...(pnpm ? [pnpm.binDir] : [])]);
  if (installs) await installDependencies({ node: node.path, pnpm: pnpm.script, environment });
  if (!repairs) await joinDependencies({ node: node.path, environment });
  return { node: node.path, environment };
}
