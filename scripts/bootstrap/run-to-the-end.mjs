import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailed } from './progress.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentPollMs = 500;

/**
 * Runs a command in the foreground and resolves with its exit code. Signals are passed on and
 * survived, so that this process ends after the command and with its verdict.
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
 * npm runs this through a shell, which dies of a signal without passing it on. Started by hand,
 * a parent may well end first, as `nohup … &` is meant to allow.
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
