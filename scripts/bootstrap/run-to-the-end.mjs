import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailed } from './progress.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentPollMs = 500;

/**
 * Runs a command in the foreground and resolves with its exit code. Forwards signals and outlives
 * the command, to exit with its code.
 */
export function runToTheEnd(command, commandArguments, { environment, cwd, channel = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd,
      env: environment,
      stdio: ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])],
    });
    for (const signal of passedOn) process.on(signal, () => child.kill(signal));
    if (environment.npm_lifecycle_event !== undefined) onLossOfParent(() => child.kill('SIGTERM'));
    child.on('error', (error) => reject(new StepFailed(`cannot run ${command}: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * npm runs this in a shell, which dies from a signal without forwarding it. Without npm, a parent
 * may exit first, as `nohup … &` does.
 */
function onLossOfParent(onLoss) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onLoss();
  }, parentPollMs);
  timer.unref();
}
