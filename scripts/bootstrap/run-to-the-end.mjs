import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailed } from './progress.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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
    child.on('error', (error) => reject(new StepFailed(`cannot run ${command}: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
