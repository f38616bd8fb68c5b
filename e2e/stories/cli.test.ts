import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, dataDir } from '../api.ts';
import { codeOf } from '../authenticator.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';

const main = join(import.meta.dirname, '../../tools/cli/src/main.ts');
const home = mkdtempSync(join(tmpdir(), 'florin-cli-'));
const sessions = join(home, 'florin/sessions.json');

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in a terminal, with answers to its questions. */
async function florin(
  args: readonly string[],
  { answers = [], env = {} }: { answers?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, FLORIN_DATA_DIR: dataDir(), XDG_CONFIG_HOME: home, ...env },
    stdio: 'pipe',
  });
  child.stdin.end(answers.map((line) => `${line}\n`).join(''));
  const [stdout, stderr, status] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

const json = async (...args: readonly string[]) => {
  const { stdout, stderr } = await florin([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
  expect(await florin(['login'], { answers: [owner.email, owner.password] })).toEqual({
    status: 0,
    stdout: `logged in to ${baseUrl()} as ${owner.email}\n`,
    stderr: '',
  });
});

describe('florin', () => {
  it('stores a session that no other user can read, and shows its owner', async () => {
    expect(statSync(sessions).mode & 0o777).toBe(0o600);
    expect(readFileSync(sessions, 'utf8')).not.toContain(owner.password);
    expect(await json('whoami')).toMatchObject({ account_id: owner.accountId, as: owner.email });
  });

  it('creates, lists and finds objects of the reference, with money in its currency', async () => {
    const created = await json(
      ...['payments', 'create', '--amount', '12900'],
      ...[
        '--currency',
        'USD',
        '--customer-email',
        'grace@example.com',
        '--metadata',
        'order=2041\u009B2J',
      ],
      ...['--idempotency-key', 'order-2041'],
    );
    expect(created).toMatchObject({
      account_id: owner.accountId,
      amount: 12_900,
      metadata: { order: '2041\u009B2J' },
    });
    const file = join(home, 'payment.json');
    writeFileSync(
      file,
      JSON.stringify({ account_id: owner.accountId, amount: 1, currency: 'USD' }),
    );
    const other = ['payments', 'create', '-d', `@${file}`, '--amount', '500', '--customer_email'];
    expect(await json(...other, 'ada@example.com')).toMatchObject({ amount: 500 });

    const { stdout, stderr } = await florin(['payments', 'list', '--status=pending', '--limit=1']);
    expect(stdout).toMatch(/^id .* status .* amount .*\npay_\w+ {2}pending {2}5\.00 USD .*\n$/);
    expect(stderr).toMatch(/^there is more: --starting_after pay_\w+\n$/);
    const { stdout: record } = await florin(['payments', 'get', created.id]);
    expect(record).toMatch(/^amount +129\.00 USD$/m);
    // Terminal control characters are shown by code.
    expect(record).toMatch(/^metadata\.order +2041\\u009b2J$/m);
    expect(await json('payments', 'cancel', created.id)).toMatchObject({ status: 'canceled' });
  });

  it("shows Florin's refusal with its request id, and exits with 3", async () => {
    const refused = await florin(['payments', 'get', 'pay_1']);
    expect(refused).toMatchObject({ status: 3, stdout: '' });
    expect(refused.stderr).toMatch(/^florin {2}404 not_found: .*\n {8}request {5}req_\w+\n/);
  });

  it('exits with 1 for local errors, and with 4 if no server answers', async () => {
    const wrong = await florin(['payments', 'create', '--amount', '129.00']);
    expect(wrong).toMatchObject({ status: 1, stdout: '' });
    expect(wrong.stderr).toContain('--amount 129.00: has to be a whole number');
    const env = { FLORIN_URL: 'http://127.0.0.1:9', FLORIN_API_KEY: 'sk_test_1' };
    const alone = await florin(['payments', 'list'], { env });
    expect(alone).toMatchObject({ status: 4, stdout: '' });
  });

  it('sends its tokens to no other Florin', async () => {
    const { status, stderr } = await florin(['payments', 'list'], {
      env: { FLORIN_URL: 'http://127.0.0.1:9' },
    });
    expect(stderr).toContain('not logged in to http://127.0.0.1:9');
    expect(status).toBe(1);
  });

  it('refreshes a session once for parallel commands', async () => {
    const before = JSON.parse(readFileSync(sessions, 'utf8'));
    before.profiles.default.credentials.expiresAt = 0;
    writeFileSync(sessions, JSON.stringify(before));
    const ran = await Promise.all([1, 2, 3].map(() => florin(['balances', 'get'])));
    expect(ran.map(({ status, stderr }) => [status, stderr])).toEqual([1, 2, 3].map(() => [0, '']));
    const { credentials } = JSON.parse(readFileSync(sessions, 'utf8')).profiles.default;
    expect(credentials.refreshToken).not.toBe(before.profiles.default.credentials.refreshToken);
    expect(statSync(sessions).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, 'florin'))).toEqual(['sessions.json']);
  });

  it('requests the code of a second factor', async () => {
    const guarded = await newOwner();
    const body = { password: guarded.password };
    const factor = await must(() => guarded.call('POST', '/v1/auth/factors', { body }));
    const path = `/v1/auth/factors/${factor.id}/confirm`;
    const code = codeOf(factor.secret);
    const confirmed = await must(() => guarded.call('POST', path, { body: { code } }));
    const answers = [guarded.email, guarded.password, confirmed.recovery_codes[0]];
    const login = await florin(['login', '--profile', 'guarded'], { answers });
    expect(login.stderr).toBe('');
    expect(login.status).toBe(0);
  });

  it('reads an API key from a prompt, and forgets it', async () => {
    const key = await must(() =>
      owner.call('POST', '/v1/api_keys', { body: { name: 'CLI', scopes: ['account:read'] } }),
    );
    const profile = ['--profile', 'key'];
    const login = await florin(['login', '--api-key', ...profile], { answers: [key.secret] });
    expect(login.stdout).toBe(`logged in to ${baseUrl()} by an API key\n`);
    expect(await json('whoami', ...profile)).toMatchObject({ as: 'an API key' });
    const narrow = await florin(['payments', 'list', ...profile]);
    expect([narrow.status, narrow.stderr]).toEqual([3, expect.stringContaining('403 forbidden')]);
    const dead = await florin(['login', '--api-key'], { answers: [`sk_test_${'x'.repeat(43)}`] });
    expect([dead.status, dead.stderr]).toEqual([3, expect.stringContaining('401 unauthorized')]);
    await florin(['logout', ...profile]);
    expect(readFileSync(sessions, 'utf8')).not.toContain(key.secret);
  });

  it('triggers an event and shows it', async () => {
    const { status, stdout, stderr } = await florin(['trigger', 'transaction.succeeded']);
    expect(stderr).toMatch(
      /^recorded a credit, txn_\w+\nheld the amount .*\ncaptured the payment\n$/,
    );
    expect(stdout).toMatch(
      / {2}transaction\.succeeded {2}txn_\w+ {2}129\.00 USD succeeded {2}acc_/,
    );
    expect(status).toBe(0);
  });

  it('ends the session on logout', async () => {
    const { refreshToken } = JSON.parse(readFileSync(sessions, 'utf8')).profiles.default
      .credentials;
    expect((await florin(['logout'])).stdout).toBe(`logged out of ${baseUrl()}\n`);
    const renewed = await fetch(`${baseUrl()}/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${refreshToken}` },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    expect(await renewed.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await florin(['payments', 'list'])).stderr).toContain('not logged in');
  });
});
