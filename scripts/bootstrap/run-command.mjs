import { spawn } from 'node:child_process';
import { StepFailed } from './progress.mjs';

const outputMax = 64_000;
const linesShown = 25;

/** Runs a command and returns its output. On failure, prints the last output and `advice`. */
export async function runCommand(command, commandArguments, { environment, cwd, advice }) {
  const { status, output } = await collect(command, commandArguments, { environment, cwd });
  if (status === 0) return output;
  const shown = output.trimEnd().split('\n').slice(-linesShown).join('\n');
  const line = [command, ...commandArguments].join(' ');
  throw new StepFailed(`${line}\nended with ${status}:\n\n${shown}\n\nWhat to do: ${advice}`);
}

function collect(command, commandArguments, { environment, cwd }) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-outputMax);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ status: error.code, output: error.message }));
    child.on('close', (code, signal) => resolve({ status: code ?? signal, output }));
  });
}
