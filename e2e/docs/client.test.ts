import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, openAccount } from '../api.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../sdk/typescript');
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

const nameOf = (file: string) => file.replace('.ts', '');
const examples = readdirSync(join(root, 'examples')).map(nameOf);

describe('the client', () => {
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const { call, email, password } = await openAccount();
    const { body } = await call('POST', '/v1/api_keys', { body: { name: 'examples' } });
    environment = {
      ...process.env,
      FLORIN_URL: baseUrl(),
      FLORIN_API_KEY: body.secret,
      FLORIN_EMAIL: email,
      FLORIN_PASSWORD: password,
      FLORIN_WEBHOOK_SECRET: SECRET,
    };
  });

  it('shows in its README what is run here, and nothing else', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
    const texts = examples.map((name) =>
      readFileSync(join(root, `examples/${name}.ts`), 'utf8').replace(
        "'../src/index.ts'",
        "'@florin/client'",
      ),
    );
    expect(blocks.toSorted()).toEqual(texts.toSorted());
  });

  it.each([
    ['log-in', /^keep this session\nan API key that begins with sk_test_\S+\n$/],
    ['ask-for-money', /^grace@example\.com pays at http\S+\/pay\/\S{43}\n$/],
    ['read-lists', /^pay_\w+ is not paid yet: Order 2041\n$/],
    ['handle-errors', /^not paid: balance is 0/],
  ])('does as its example says: %s', async (name, output) => {
    const file = join(root, `examples/${name}.ts`);
    const { stdout } = await run(process.execPath, [file], { env: environment });
    expect(stdout).toMatch(output);
  });

  it('does as its example says: receive-webhooks', async () => {
    const port = await freePort();
    const program = spawn(process.execPath, [join(root, 'examples/receive-webhooks.ts')], {
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
    const body = '{"id":"evt_1","type":"payment.succeeded","account_id":"acc_1"}';
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', now, body),
    };
    const post = (text: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text });
    try {
      await eventually(async () => expect((await post(body)).status).toBe(204));
      expect(await lines.next()).toMatchObject({ value: 'payment.succeeded of acc_1' });
      expect((await post(`${body} `)).status).toBe(400);
    } finally {
      program.kill();
    }
  });
});
