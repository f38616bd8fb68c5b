import type { ChildProcess } from 'node:child_process';

/** Resolves, with text such as "was ended by SIGKILL", when the process is gone. */
export function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
    if (child.exitCode !== null || child.signalCode !== null) {
      onExit(child.exitCode, child.signalCode);
      return;
    }
    child.once('exit', onExit);
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
  });
}
