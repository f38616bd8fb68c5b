import { readFile } from 'node:fs/promises';
import { run } from '../run.ts';
import { stopProcess } from '../stop-process.ts';

/**
 * Stops a NATS server left behind by a killed launcher with this configuration. Two servers on one
 * store would corrupt it.
 */
export async function stopLeftover(pidPath: string, configPath: string): Promise<void> {
  const pid = Number(await readFile(pidPath, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 1) return;
  const { output } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => output);
  if (!commandLine.includes(configPath)) return;
  await stopProcess({ pid, signal: 'SIGTERM', timeoutMs: 5_000 });
}
