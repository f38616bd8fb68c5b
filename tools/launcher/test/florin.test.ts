import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publisherNames, serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { makeDataDir, query, startLauncher } from './start-launcher.ts';

const timeoutMs = 120_000;
const root = join(import.meta.dirname, '../../..');

function florin(dataDir: string, ...args: readonly string[]) {
  const { LEDGER_DATABASE_URL: _, DATABASE_URL: __, ...environment } = process.env;
  return spawnSync(process.execPath, [join(root, 'tools/cli/src/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...environment, FLORIN_DATA_DIR: dataDir },
  });
}

/** What billing and webhooks both take, and what each of them has set aside. */
const canceled = readFileSync(join(root, 'packages/contracts/examples/payment.canceled.json'));
const addDeadLetter = (url: string, schema: string) =>
  query(
    url,
    `insert into ${schema}.dead_letters (consumer, event_id, aggregate_id, body, reason)
     values ($1, $2, null, $3, 'it was Monday')`,
    [schema, JSON.parse(canceled.toString()).id, canceled],
  );

it(
  'asks every service of what runs from a folder, and says so when nothing does',
  async () => {
    const dataDir = await makeDataDir();
    const idle = florin(dataDir, 'audit');
    expect(idle.stderr).toContain(`nothing runs from ${dataDir}: start it (npm start)`);
    expect(idle.status).toBe(1);

    const launcher = await startLauncher({
      dataDir,
      arguments: ['--only', serviceNames.join(',')],
    });
    await launcher.printed('started, without a gateway');
    const proof = florin(dataDir, 'audit');
    expect(proof.stdout).toMatch(/^checked \d accounts, .*\nno violation\n$/);
    expect(proof.status).toBe(0);

    const url = (await launcher.processes()).find(({ name }) => name === 'postgres')?.url ?? '';
    for (const schema of ['billing', 'webhooks']) await addDeadLetter(url, schema);
    const listed = florin(dataDir, 'dead-letters').stdout;
    expect(listed).toMatch(
      /^billing:\n1 dead letters\n.*it was Monday\nwebhooks:\n1 dead letters\n.*Monday\nmail:\n0 dead letters\nconsole:\n0 dead letters\n$/,
    );
    const retried = florin(dataDir, 'redrive').stdout;
    expect(retried.match(/1 handled, 0 still fail/g)).toHaveLength(2);
    expect(florin(dataDir, 'dead-letters').stdout).toBe(
      'billing:\n0 dead letters\nwebhooks:\n0 dead letters\nmail:\n0 dead letters\nconsole:\n0 dead letters\n',
    );

    await expect
      .poll(() => florin(dataDir, 'account', 'admin@florin.local').stdout, { timeout: 30_000 })
      .toMatch(/"id": "acc_\w{26}"/);
    expect(florin(dataDir, 'account', 'nobody@example.com').stdout).toContain('no account of');
    expect(florin(dataDir, 'admin', 'reset').stdout).toMatch(
      /^admin@florin\.local is an active administrator, and logs in with the password \S{24}\n$/,
    );
    const payment = `pay_${'0'.repeat(26)}`;
    expect(florin(dataDir, 'payment', payment).stdout).toBe(`no payment request ${payment}\n`);
    const since = florin(dataDir, 'republish', '--since', '1h').stdout;
    expect(since.match(/events since .* are published again/g)).toHaveLength(publisherNames.length);

    expect(florin(dataDir, 'stuck').stdout).toBe(
      'accounts:\n0 stuck\nprocessors:\n0 stuck\nbilling:\n0 stuck\n',
    );
    await query(
      url,
      `insert into billing.saga_runs (id, kind, step, state, leased_until)
       values ('01970000-0000-7000-8000-000000000001', 'tea', 'steeping', '{}', now())`,
    );
    expect(florin(dataDir, 'stuck').stdout).toMatch(
      /billing:\n1 stuck\n2025-05-24T\S+ 01970000\S+ tea at steeping 0 retries\n$/,
    );
    const billing = (await launcher.processes()).find(({ name }) => name === 'billing-1');
    const token = readFileSync(join(dataDir, 'metrics-token'), 'utf8');
    const scrape = await fetch(`${billing?.url}/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const metrics = await scrape.text();
    expect(metrics).toMatch(/^florin_saga_runs_open 1$/m);
    expect(metrics).toMatch(/^florin_saga_runs_age_seconds \d{8,}/m);
    expect(metrics).toMatch(/^florin_consumer_backlog\{consumer="billing",source="ledger"\} 0$/m);
  },
  timeoutMs,
);

it('helps: with an example for each command, and the nearest one to what there is not', () => {
  const help = florin('/nowhere', '--help').stdout;
  for (const example of ['dead-letters', 'redrive', 'republish --since 2h', 'audit', 'stuck'])
    expect(help).toContain(`florin ${example}`);
  expect(florin('/nowhere', 'redrive', '--help').stdout).toContain('Of: billing, webhooks, mail');
  const wrong = florin('/nowhere', 'auidt');
  expect(wrong.stderr).toContain('Did you mean audit?');
  expect(wrong.status).toBe(1);
  expect(florin('/nowhere', 'republish').stderr).toContain("'--since <time>'");
});

it('says in plain words what a service makes of a wrong argument', async () => {
  const env = { ...process.env, LEDGER_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const main = join(root, 'apps/ledger/src/main.ts');
  const wrong = spawnSync(process.execPath, [main, 'republish', 'yesterday'], { env });
  expect(wrong.stderr.toString()).toMatch(/^republish: say republish --since 2h/);
  expect(wrong.status).toBe(1);
});
