import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findPostgresClient,
  freePort,
  type RunningServer,
  spawnPostgres,
} from '@florin/local-servers';
import { rotatingShare } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSections } from '../../../e2e/docs/markdown.ts';
import { missingPrograms, type Shell, startShell } from '../../../e2e/docs/shell.ts';
import { openSecrets } from '../src/secrets.ts';
import { type LauncherUnderTest, makeFolder, query, spawnLauncher } from './start-launcher.ts';

const MS_MAX = 300_000;
const root = join(import.meta.dirname, '../../..');
const DUMP = join(root, 'florin-drill.dump');
const RETRY_MS = 100;

const sections = readSections(join(root, 'docs/runbooks/restore-drill.md'));
const [places, ...commands] = sections.flatMap(({ blocks }) => blocks);
const client = await findPostgresClient(18, () => undefined).catch(() => undefined);
const missing = missingPrograms('bash', 'curl', 'npm', 'psql');

let folder: Awaited<ReturnType<typeof makeFolder>>;
let postgres: RunningServer;
let launcher: LauncherUnderTest;
let shell: Shell;
let load: ReturnType<typeof startLoad>;
let rolesBefore: readonly unknown[];

/** As on a managed Postgres, the provisioning role is no superuser. */
async function makePlatformDatabase(): Promise<string> {
  await query(postgres.url, `create role platform login createrole createdb password 'platform'`);
  await query(postgres.url, 'create database florin owner platform');
  const platform = { username: 'platform', password: 'platform', pathname: '/florin' };
  return Object.assign(new URL(postgres.url), platform).href;
}

const readRoles = () =>
  query(postgres.url, 'select rolname, rolpassword, rolvaliduntil from pg_authid order by rolname');

async function urlOf(name: string): Promise<string> {
  const found = (await launcher.processes()).find((entry) => entry.name === name);
  return found?.url ?? expect.unreachable(`${name} does not run`);
}

/** Credits an account until stopped; a 409 or 503 is retried with its key. */
function startLoad(florin: string, token: string, accountId: string) {
  const problems: string[] = [];
  let acknowledged = 0;
  let isStopped = false;
  const credit = async (key: string): Promise<void> => {
    const response = await fetch(`${florin}/v1/transactions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ account_id: accountId, amount: 1, currency: 'USD', type: 'credit' }),
    });
    const isAgain = [409, 503].includes(response.status) && response.headers.has('Retry-After');
    if (response.status === 201) acknowledged += 1;
    else if (isAgain)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(() => credit(key));
    else problems.push(`${response.status} ${await response.text()}`);
  };
  const ended = (async () => {
    for (let number = 0; !isStopped; number += 1) {
      await credit(`drill-${number}`).catch((error: unknown) => problems.push(String(error)));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  })();
  return {
    count: () => acknowledged,
    async stop() {
      isStopped = true;
      await ended;
      return { acknowledged, problems };
    },
  };
}

async function postJson(url: string, body: object): Promise<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}

it('names the places that its commands use', () => {
  expect(places?.text.match(/^(?:export )?[A-Z_]+(?==)/gm)).toEqual([
    'export DATABASE_URL',
    'LEDGER_URL',
    'FLORIN',
  ]);
  expect(commands.length).toBeGreaterThan(8);
});

/** It starts two whole Florins. */
const isDue = rotatingShare(['the drill'], 3).length > 0;

describe.runIf(client && missing === '' && isDue)(
  `the restore drill${missing && `, without ${missing}`}`,
  () => {
    beforeAll(async () => {
      folder = await makeFolder();
      const dataDir = join(folder.path, 'postgres');
      postgres = await spawnPostgres({ dataDir, port: await freePort(), password: 'admin' });
      const databaseUrl = await makePlatformDatabase();
      launcher = await spawnLauncher({
        dataDir: join(folder.path, 'florin'),
        arguments: [],
        environment: { DATABASE_URL: databaseUrl },
      });
      await launcher.printed('The logs follow');
      const florin = await urlOf('gateway-1');
      const ada = { email: 'ada@example.com', password: 'correct-horse-battery' };
      const { id = '' } = await postJson(`${florin}/v1/accounts`, {
        ...{ ...ada, name: 'Ada', type: 'business' },
      });
      const { access_token = '' } = await postJson(`${florin}/v1/auth/login`, ada);
      load = startLoad(florin, access_token, id);
      rolesBefore = await readRoles();

      const { rolePasswords } = await openSecrets(join(folder.path, 'florin'));
      const ledger = { username: 'florin_ledger', password: rolePasswords('ledger').app };
      shell = startShell();
      await shell.run(
        [
          `cd '${root}'`,
          `export FLORIN_DATA_DIR='${join(folder.path, 'operator')}'`,
          `export DATABASE_URL='${databaseUrl}'`,
          `LEDGER_URL='${Object.assign(new URL(databaseUrl), ledger).href}'`,
          `FLORIN='${florin}'`,
        ].join('\n'),
      );
    }, MS_MAX);
    afterAll(async () => {
      shell?.end();
      await load?.stop();
      launcher?.child.kill('SIGTERM');
      await launcher?.ended;
      await postgres?.stop();
      await folder?.remove();
      await rm(DUMP, { force: true });
    });

    it.each(commands.map(({ text }) => [text.trim()]))('%s', { timeout: MS_MAX }, async (text) => {
      const before = load.count();
      const output = await shell.run(`${text}\nENDED=$?; echo; echo "ended with $ENDED"`);
      expect(output).toMatch(/^ended with 0$/m);
      // The ledger acknowledges credits at every step.
      await expect.poll(load.count, { timeout: MS_MAX }).toBeGreaterThan(before);
    });

    it('preserves the roles, their passwords and every acknowledged credit', async () => {
      const { acknowledged, problems } = await load.stop();
      expect(problems).toEqual([]);
      expect(await readRoles()).toEqual(rolesBefore);
      const live = Object.assign(new URL(postgres.url), { pathname: '/florin' }).href;
      expect(await query(live, 'select count(*)::int from ledger.transactions')).toEqual([
        { count: acknowledged },
      ]);
      expect(await query(postgres.url, 'select datname from pg_database')).not.toContainEqual({
        datname: 'florin_drill',
      });
    });
  },
);
