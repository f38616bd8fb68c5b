import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callees,
  type PeerName,
  publisherNames,
  type ServiceName,
  serviceNames,
} from '@florin/contracts';
import { NATS_ADMIN } from '@florin/events';
import { findPostgresClient } from '@florin/local-servers';
import { operatorCommands } from '@florin/service/operator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecrets, type Secrets } from '../src/secrets.ts';
import { type LauncherUnderTest, makeFolder, query, spawnLauncher } from './start-launcher.ts';

const START_MS_MAX = 300_000;
/** Each command is a process, which takes seconds on a busy machine. */
const patient = { timeout: START_MS_MAX };
const root = join(import.meta.dirname, '../../..');
const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
const adminPassword = 'canary-of-the-administrator';

/** Settings of the shell that starts Florin; only the first one is for Florin. */
const given = {
  FLORIN_ADMIN_PASSWORD: adminPassword,
  LEDGER_PROVISION_DATABASE_URL: 'postgres://canary-provision@127.0.0.1/x',
  LEDGER_PROVISION_NATS_URL: 'nats://canary-streams@127.0.0.1/',
  BILLING_MIGRATION_DATABASE_URL: 'postgres://canary-migration@127.0.0.1/x',
  IDENTITY_ACCEPT_KEYS: 'canary-keys',
  PGPASSWORD: 'canary-of-a-shell',
};

/** Downloaded once. A machine without a network has none, and skips the backup. */
const postgresClient = await findPostgresClient(18, () => undefined).catch(() => undefined);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let launcher: LauncherUnderTest;
beforeAll(async () => {
  folder = await makeFolder();
  launcher = await start(given);
}, START_MS_MAX);
afterAll(async () => {
  launcher.child.kill('SIGTERM');
  expect(await launcher.ended).toBe(0);
  await folder.remove();
});

async function start(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<LauncherUnderTest> {
  const started = await spawnLauncher({ dataDir: folder.path, arguments: args, environment });
  await started.printed('The logs follow');
  return started;
}

function florin(...args: readonly string[]) {
  const { LEDGER_DATABASE_URL: _, DATABASE_URL: __, ...environment } = process.env;
  return spawnSync(process.execPath, [join(root, 'tools/cli/src/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...environment, FLORIN_DATA_DIR: folder.path },
  });
}

async function urlOf(wanted: string): Promise<string> {
  const found = (await launcher.processes()).find(({ name }) => name === wanted);
  if (!found) throw new Error(`${wanted} is not running`);
  return found.url;
}

async function post(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${await urlOf('gateway-1')}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

/** Every secret of a Florin with the processes that need it. */
function secretsOf({ postgresPassword, rolePasswords, natsPassword, callKey }: Secrets) {
  const canaries = Object.values(given).filter((value) => value.includes('canary'));
  const known: { what: string; secret: string; by: readonly string[] }[] = canaries.map(
    (secret) => ({ what: secret, secret, by: secret === adminPassword ? ['accounts'] : [] }),
  );
  known.push({ what: 'superuser of Postgres', secret: postgresPassword, by: [] });
  for (const service of serviceNames) {
    const { owner, app } = rolePasswords(service);
    known.push({ what: `owner of schema ${service}`, secret: owner, by: [] });
    known.push({ what: `role of ${service}`, secret: app, by: [service] });
  }
  known.push({ what: 'administrator of NATS', secret: natsPassword(NATS_ADMIN), by: [] });
  for (const app of apps)
    known.push({ what: `NATS user ${app}`, secret: natsPassword(app), by: [app] });
  for (const caller of apps)
    for (const callee of callees[caller] as readonly ServiceName[])
      known.push({
        what: `${caller} calls ${callee}`,
        secret: callKey(caller, callee),
        by: [caller, callee],
      });
  return known;
}

it('a first start, login and stream print no warning', async () => {
  expect(launcher.output()).toContain(`password: ${adminPassword}`);
  const admin = { email: 'admin@florin.local', password: adminPassword };
  const { access_token } = await post('/v1/auth/login', admin);
  const stream = await fetch(`${await urlOf('gateway-1')}/v1/events/stream`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  // An entry includes the stack that may follow it.
  const entries = launcher.output().split(/\n(?=\S)/);
  expect(
    entries.filter((entry) => /\b(warn|error|fatal|ERR|NOTICE)\b|Warning/.test(entry)),
  ).toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'each process has only the secrets that it needs',
  async () => {
    const secrets = secretsOf(await openSecrets(folder.path));
    const processes = await launcher.processes();
    expect(processes).toHaveLength(apps.length + 2);
    for (const { name, pid } of processes) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      const held = secrets.filter(({ secret }) => `${environment}${commandLine}`.includes(secret));
      const needed = secrets.filter(({ by }) => by.includes(name.replace(/-\d+$/, '')));
      expect([name, held.map(({ what }) => what)]).toEqual([name, needed.map(({ what }) => what)]);
    }
  },
);

/** An event that billing and webhooks consume. */
const canceled = readFileSync(join(root, 'packages/contracts/examples/payment.canceled.json'));
const addDeadLetter = (url: string, schema: string) =>
  query(
    url,
    `insert into ${schema}.dead_letters (consumer, event_id, aggregate_id, body, reason)
     values ($1, $2, null, $3, 'it was Monday')`,
    [schema, JSON.parse(canceled.toString()).id, canceled],
  );

it('operator commands reach every service of the Florin in a folder', patient, async () => {
  const proof = florin('audit');
  expect(proof.stdout).toMatch(/^checked \d accounts, .*\nno violation\n$/);
  expect(proof.status).toBe(0);

  const url = await urlOf('postgres');
  for (const schema of ['billing', 'webhooks']) await addDeadLetter(url, schema);
  const found = florin('dead-letters', '--json');
  expect(found.status).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    services: expect.arrayContaining([
      {
        ...{ command: 'dead-letters', service: 'billing', exit_code: 1 },
        dead_letters: [expect.objectContaining({ reason: 'it was Monday' })],
      },
      { command: 'dead-letters', service: 'mail', exit_code: 0, dead_letters: [] },
    ]),
  });
  expect(florin('dead-letters').stdout).toMatch(
    /^billing:\n1 dead letters\n.*it was Monday\nledger:\n0 dead letters\nprocessors:\n0 dead letters\nwebhooks:\n1 dead letters\n.*Monday\nmail:\n0 dead letters\nconsole:\n0 dead letters\n$/,
  );
  expect(florin('redrive').stdout.match(/1 handled, 0 still fail/g)).toHaveLength(2);
  expect(florin('dead-letters').stdout).toBe(
    'billing:\n0 dead letters\nledger:\n0 dead letters\nprocessors:\n0 dead letters\nwebhooks:\n0 dead letters\nmail:\n0 dead letters\nconsole:\n0 dead letters\n',
  );

  // The first start creates the administrator in the background.
  await expect
    .poll(() => florin('account', 'admin@florin.local').stdout, { timeout: START_MS_MAX })
    .toMatch(/"id": "acc_\w{26}"/);
  expect(florin('account', 'nobody@example.com').stdout).toContain('no account of');
  const payment = `pay_${'0'.repeat(26)}`;
  expect(florin('payment', payment).stdout).toBe(`no payment request ${payment}\n`);
  const republished = florin('republish', '--since', '1h').stdout;
  expect(republished.match(/is republishing \d+ events since/g)).toHaveLength(
    publisherNames.length,
  );
  expect(florin('admin', 'reset').stdout).toMatch(
    /^admin@florin\.local is an active administrator and logs in with the password \S{24}\n$/,
  );
});

/** Every operator command of services, on the Florin of this test. */
const calls: readonly (readonly [args: readonly string[], exitCode: number])[] = [
  [['dead-letters'], 0],
  [['redrive'], 0],
  [['republish', '--since', '1m'], 0],
  [['export-log', 'events_2001_01', 'exports'], 2],
  [['restore-log', 'absent.csv.gz'], 2],
  [['erase-user', `usr_${'0'.repeat(26)}`], 2],
  [['export-journal', 'entries_2001_01', 'exports'], 2],
  [['audit'], 0],
  [['account', 'admin@florin.local'], 0],
  [['account', 'absent@example.com'], 1],
  [['payment', `pay_${'0'.repeat(26)}`], 1],
  [['bank-statement', 'absent.xml'], 2],
  [['tax-table', 'built-in'], 0],
  [['stuck'], 0],
  [['rotate-signing-key'], 0],
  [['admin', 'reset'], 0],
];

it.each(calls)('%s --json prints one document and exits with %i', patient, (args, exitCode) => {
  const { stdout, status } = florin(...args, '--json');
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ exit_code: exitCode });
  expect(namesIn(document).filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
  expect(status).toBe(exitCode);
});

it('every command of services has run with --json', () => {
  const run = calls.map(([args]) => args.join(' '));
  const missing = operatorCommands.filter(({ name }) => !run.some((line) => line.startsWith(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

/** Names of all members, at any depth. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

it('a stuck saga shows in a command and in the metrics', patient, async () => {
  expect(florin('stuck').stdout).toBe(
    'accounts:\n0 stuck\nprocessors:\n0 stuck\nbilling:\n0 stuck\n',
  );
  const id = '01970000-0000-7000-8000-000000000001';
  const url = await urlOf('postgres');
  await query(
    url,
    `insert into billing.saga_runs (id, kind, step, state, leased_until)
     values ($1, 'tea', 'steeping', '{}', now())`,
    [id],
  );
  expect(florin('stuck').stdout).toMatch(
    /billing:\n1 stuck\n2025-05-24T\S+ 01970000\S+ tea at steeping 0 retries\n$/,
  );
  const token = readFileSync(join(folder.path, 'metrics-token'), 'utf8');
  const scrape = await fetch(`${await urlOf('billing-1')}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const metrics = await scrape.text();
  expect(metrics).toMatch(/^florin_saga_runs_open 1$/m);
  expect(metrics).toMatch(/^florin_saga_runs_age_seconds \d{8,}/m);
  expect(metrics).toMatch(/^florin_consumer_backlog\{consumer="billing",source="ledger"\} 0$/m);
  await query(url, 'delete from billing.saga_runs where id = $1', [id]);
});

it.runIf(postgresClient)(
  'a backup restores into a new database with correct books',
  async () => {
    const ada = { email: 'ada@example.com', password: 'correct-horse-battery' };
    const { id } = await post('/v1/accounts', { ...ada, name: 'Ada', type: 'business' });
    const { access_token } = await post('/v1/auth/login', ada);
    const credit = { account_id: id, amount: 2_500, currency: 'USD', type: 'credit' };
    await post('/v1/transactions', credit, access_token);

    const file = join(folder.path, 'florin.dump');
    const saved = florin('backup', file);
    expect(saved.stderr).toContain(`bytes to ${file}.`);
    expect(saved.status).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await post('/v1/transactions', credit, access_token);

    const url = await urlOf('postgres');
    await query(url, 'create database restored');
    const to = Object.assign(new URL(url), { pathname: '/restored' }).href;
    const broken = join(folder.path, 'broken.dump');
    await writeFile(broken, 'no dump');
    expect(florin('restore', broken, '--to', to).status).toBe(2);
    const restored = florin('restore', file, '--to', to);
    expect(restored.stdout).toMatch(/^checked 2 accounts, 1 transactions, .*\nno violation\n$/);
    expect(restored.status).toBe(0);
    expect(await query(to, 'select sum(available)::int as sum from ledger.balances')).toEqual([
      { sum: 2_500 },
    ]);
    const checked = florin('restore', file, '--check', '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ...{ command: 'restore', exit_code: 0, problem: null },
      audit: { checked: { accounts: 2, transactions: 1 }, violations_count: 0 },
    });
    expect(checked.stderr).toContain('it started; auditing its books');
    expect(checked.status).toBe(0);
    const refused = florin('restore', broken, '--check', '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({
      problem: expect.stringContaining('the backup was not restored'),
    });
    expect(refused.status).toBe(1);
    expect(florin('restore', join(folder.path, 'absent.dump'), '--check').status).toBe(2);
    expect(florin('restore', file).stderr).toContain('name the target: --to <url>, or --check');
    const again = florin('restore', file, '--to', to);
    expect(again.stderr).toContain('this database holds a Florin already');
    expect(again.status).toBe(2);
    expect(florin('audit').stdout).toContain('2 transactions');
  },
  START_MS_MAX,
);

it(
  'a wrong password for the folder is not printed',
  async () => {
    launcher.child.kill('SIGTERM');
    expect(await launcher.ended).toBe(0);
    const environment = { FLORIN_ADMIN_PASSWORD: 'another-password' };
    launcher = await start(environment, '--only', 'identity,gateway');
    expect(launcher.output()).toContain('admin reset');
    expect(launcher.output()).not.toContain('another-password');
  },
  START_MS_MAX,
);
