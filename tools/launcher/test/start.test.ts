import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, startOfProcess } from '@florin/local-servers';
import { expect, it } from 'vitest';
import { makeDataDir, query, startLauncher } from './start-launcher.ts';

const timeoutMs = 90_000;

async function takeSomePort(): Promise<number> {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1').unref();
  await once(server, 'listening');
  return port;
}

it(
  'uses the next port if one is taken, lists every process, and prints every line as JSON',
  async () => {
    const port = await takeSomePort();
    const launcher = await startLauncher({
      dataDir: await makeDataDir(),
      arguments: ['--only', 'ledger,gateway'],
      environment: {
        FLORIN_PORT: String(port),
        FLORIN_LOG: 'json',
        FLORIN_REPLICAS_LEDGER: '2',
        FLORIN_REPLICAS_GATEWAY: '2',
      },
    });
    await launcher.printed('Florin is running at');

    const processes = await launcher.processes();
    const names = ['gateway-1', 'gateway-2', 'ledger-1', 'ledger-2', 'nats', 'postgres'];
    expect(processes.map(({ name }) => name).sort()).toEqual(names);
    const gateways = processes.filter(({ name }) => name.startsWith('gateway-'));
    const [first = 0, second = 0] = gateways.map((gateway) => gateway.port).sort();
    expect(first).toBeGreaterThan(port);
    expect(second).toBeGreaterThan(first);
    for (const { url } of gateways) expect((await fetch(`${url}/readyz`)).status).toBe(200);

    launcher.child.kill('SIGTERM');
    expect(await launcher.ended).toBe(0);
    const lines = launcher.output().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toContain(`port ${port} is in use; the gateway uses ${first}`);
    expect(messages).toContain(`Florin is running at http://127.0.0.1:${first}`);
    expect(messages.at(-1)).toBe('stopped');
    for (const { pid, start } of processes) expect(startOfProcess(pid)).not.toBe(start);
  },
  timeoutMs,
);

it(
  'restarts with all data after a kill -9 of everything',
  async () => {
    const dataDir = await makeDataDir();
    const options = { dataDir, arguments: ['--only', 'webhooks'] };
    const killed = await startLauncher(options);
    await killed.printed('started, without a gateway');
    const before = await killed.processes();
    const postgres = before.find(({ name }) => name === 'postgres');
    await query(postgres?.url ?? '', 'create table kept as select 7 as answer');

    const refused = await startLauncher(options);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`another Florin (process ${killed.child.pid}) runs on`);

    killed.child.kill('SIGKILL');
    // Services exit by themselves when they lose the launcher, so one may be gone already.
    const pids = before.filter(({ name }) => name !== 'nats').map(({ pid }) => String(pid));
    spawnSync('kill', ['-9', ...pids]);
    expect(await killed.ended).toBe('SIGKILL');
    await writeFile(join(dataDir, 'processes.json.tmp'), '[{"half');

    const again = await startLauncher(options);
    await again.printed('started, without a gateway');
    expect(again.output()).toContain('stopped processes of a killed start: nats');
    const after = (await again.processes()).find(({ name }) => name === 'postgres');
    expect(await query(after?.url ?? '', 'select answer from kept')).toEqual([{ answer: 7 }]);

    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect((await readdir(dataDir)).sort()).toEqual([
      'metrics-token',
      'nats',
      'postgres',
      'secrets.json',
    ]);
  },
  timeoutMs,
);

it(
  'exits with the last lines of a service that does not start, and stops the rest',
  async () => {
    const launcher = await startLauncher({
      dataDir: await makeDataDir(),
      arguments: ['--only', 'ledger'],
      environment: { LEDGER_CREDIT_BY: 'nobody' },
    });
    await launcher.printed('Postgres and NATS are up');
    const servers = await launcher.processes();
    expect(await launcher.ended).toBe(1);
    const [, reason = ''] = launcher.output().split('florin  ledger-1 does not start: ');
    expect(reason).toMatch(/^ended with exit code 1\n.*fatal.*invalid environment/);
    expect(reason).toContain('LEDGER_CREDIT_BY');
    for (const { pid, start } of servers) expect(startOfProcess(pid)).not.toBe(start);
    expect(existsSync(join(launcher.dataDir, 'processes.json'))).toBe(false);
    expect(existsSync(join(launcher.dataDir, 'launcher.json'))).toBe(false);
  },
  timeoutMs,
);

it(
  'ignores invalid files in its folder',
  async () => {
    const dataDir = await makeDataDir();
    await writeFile(join(dataDir, 'processes.json'), '{{{');
    await writeFile(join(dataDir, 'launcher.json'), '');
    const launcher = await startLauncher({ dataDir, arguments: ['--only', 'webhooks'] });
    await launcher.printed('started, without a gateway');
    const claim = await readFile(join(dataDir, 'launcher.json'), 'utf8');
    expect(JSON.parse(claim)).toMatchObject({ pid: launcher.child.pid });
  },
  timeoutMs,
);

it(
  'restarts a watched service when its source changes, with its version and commit',
  async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    const launcher = await startLauncher({
      dataDir: await makeDataDir(),
      arguments: ['--only', 'webhooks', '--watch', 'webhooks'],
      environment: { FLORIN_COMMIT: commit },
    });
    await launcher.printed('started, without a gateway');
    const [, url = ''] = /webhooks-1 listens at (\S+),/.exec(launcher.output()) ?? [];
    expect((await fetch(`${url}/version`)).status).toBe(401);
    const token = await readFile(join(launcher.dataDir, 'metrics-token'), 'utf8');
    const version = await fetch(`${url}/version`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await version.json()).toEqual({ name: 'webhooks', version: expect.any(String), commit });

    const now = new Date();
    await utimes(join(import.meta.dirname, '../../../apps/webhooks/src/main.ts'), now, now);
    await launcher.printed('Restarting');
    await expect
      .poll(() => launcher.output().match(/info +ready/g)?.length, { timeout: 30_000 })
      .toBe(2);
    launcher.child.kill('SIGTERM');
    expect(await launcher.ended).toBe(0);
  },
  timeoutMs,
);
