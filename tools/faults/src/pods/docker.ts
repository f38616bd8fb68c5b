import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const STDOUT_BYTES_MAX = 16_777_216;

/** Runs docker and resolves with its output. */
export async function docker(...args: readonly string[]): Promise<string> {
  const { stdout } = await exec('docker', args, { maxBuffer: STDOUT_BYTES_MAX });
  return stdout.trim();
}

/** Why no container of these images can run; undefined if it can. */
export function whyNoContainers(images: readonly string[]): string | undefined {
  if (spawnSync('docker', ['info']).status !== 0) return 'no docker answers here';
  const missing = images.filter(
    (image) => spawnSync('docker', ['image', 'inspect', image]).status !== 0,
  );
  if (missing.length > 0) return `there are no images ${missing.join(', ')}`;
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) return 'there is no kubectl';
  return process.getuid?.() === 0
    ? undefined
    : 'names of pods are answered at port 53: only as root';
}

/** The address of a container in its only network. */
export async function addressOf(container: string): Promise<string> {
  return docker(
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
    container,
  );
}

export async function isRunning(container: string): Promise<boolean> {
  return (await docker('inspect', '--format', '{{.State.Running}}', container)) === 'true';
}

/** The last lines of its output. */
export async function logOf(container: string): Promise<string> {
  const { stdout, stderr } = await exec('docker', ['logs', '--tail', '20', container]);
  return stdout + stderr;
}
