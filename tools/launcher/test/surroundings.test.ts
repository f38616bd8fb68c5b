import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDataDir, startLauncher } from './start-launcher.ts';

const timeoutMs = 90_000;
const withoutNetwork = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

function succeeds(...[program = '', ...programArguments]: readonly string[]): boolean {
  return spawnSync(program, programArguments).status === 0;
}

/** Only root may mount, and not in every container. */
const mayMount = succeeds('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt');

it.runIf(succeeds(...withoutNetwork, 'true'))(
  'needs no network once it is installed',
  async () => {
    const launcher = await startLauncher({
      dataDir: await makeDataDir(),
      arguments: ['--only', 'webhooks,gateway'],
      by: withoutNetwork,
    });
    await launcher.printed('Florin is running at http://127.0.0.1:');
  },
  timeoutMs,
);

it.runIf(mayMount)(
  'reports a full disk without a stack, and starts once there is room',
  async () => {
    const disk = await makeDataDir();
    const mount = (...flags: readonly string[]) =>
      expect(spawnSync('mount', [...flags, disk]).status).toBe(0);
    mount('-t', 'tmpfs', '-o', 'size=10m,mode=711', 'tmpfs');
    onTestFinished(() => {
      spawnSync('umount', [disk]);
    });
    const options = { dataDir: join(disk, 'data'), arguments: ['--only', 'webhooks'] };

    const full = await startLauncher(options);
    expect(await full.ended).toBe(1);
    expect(full.output()).toContain(
      `the disk of ${options.dataDir} is full: free some space there`,
    );
    expect(full.output()).not.toMatch(/^\s+at /m);

    mount('-o', 'remount,size=400m');
    const roomy = await startLauncher(options);
    await roomy.printed('started, without a gateway');
    roomy.child.kill('SIGTERM');
    expect(await roomy.ended).toBe(0);
  },
  timeoutMs,
);
