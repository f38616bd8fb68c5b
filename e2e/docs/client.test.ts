import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { languages } from '../clients/languages.ts';
import { newOwner } from '../contract/people.ts';

const run = promisify(execFile);
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

const examples = readdirSync(join(import.meta.dirname, '../../sdk/go/examples'));

describe.each(languages)('the client for $name', (language) => {
  it('shows exactly the code in its README that runs here', () => {
    const { root, fence, exampleFile } = language;
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'gms'))].map(
      ([, text]) => text,
    );
    const texts = examples.map((name) =>
      readFileSync(join(root, exampleFile(name)), 'utf8').replace(
        "'../src/index.ts'",
        "'@florin/client'",
      ),
    );
    expect(blocks.toSorted()).toEqual(texts.toSorted());
  });
});

describe.each(languages)('an example for $name', ({ missing, makeExample }) => {
  describe.skipIf(missing !== undefined)('does what it promises:', () => {
    let environment: NodeJS.ProcessEnv;
    beforeAll(async () => {
      const { call, email, password } = await newOwner();
      const { body } = await call('POST', '/v1/api_keys', { body: { name: 'examples' } });
      environment = {
        FLORIN_URL: baseUrl(),
        FLORIN_API_KEY: body.secret,
        FLORIN_EMAIL: email,
        FLORIN_PASSWORD: password,
        FLORIN_WEBHOOK_SECRET: SECRET,
      };
    });
    /** A program with the environment that the examples read. */
    function make(name: string, more: NodeJS.ProcessEnv = {}) {
      const { command, args, options } = makeExample(name);
      const env = { ...process.env, ...options.env, ...environment, ...more };
      return { command, args, env };
    }

    it.each([
      ['log-in', /^keep this session\nan API key that begins with sk_test_\S+\n$/],
      ['ask-for-money', /^grace@example\.com pays at http\S+\/pay\/\S{43}\n$/],
      ['read-lists', /^pay_\w+ is not paid yet: Order 2041\n$/],
      ['handle-errors', /^not paid: balance is 0/],
    ])('%s', async (name, output) => {
      const { command, args, env } = make(name);
      const { stdout } = await run(command, args, { env });
      expect(stdout).toMatch(output);
    });

    it('receive-webhooks', async () => {
      const port = await freePort();
      const { command, args, env } = make('receive-webhooks', { PORT: String(port) });
      const program = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
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
});
