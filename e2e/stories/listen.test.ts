import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@florin/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDir, processes } from '../api.ts';
import { newOwner, type Owner } from '../contract/people.ts';

const main = join(import.meta.dirname, '../../tools/cli/src/main.ts');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const stops: (() => unknown)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

/** Starts the command as a user does; returns its output so far. */
function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main, 'listen', ...args], {
    env: { PATH: process.env.PATH, FLORIN_DATA_DIR: dataDir(), XDG_CONFIG_HOME: dataDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stops.push(() => child.kill());
  const [lines, said]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { lines, said, ended, stop: () => child.kill('SIGTERM') };
}

async function startReceiver() {
  const received: { readonly type: string; readonly sequence: number }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    received.push(new Webhook(SECRET).verify(Buffer.concat(chunks).toString(), headers) as never);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  stops.push(() => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

describe('florin listen', () => {
  let owner: Owner;
  let apiKey: string;
  beforeAll(async () => {
    owner = await newOwner();
    const { body } = await owner.call('POST', '/v1/api_keys', { body: { name: 'Listener' } });
    apiKey = body.secret;
  });
  const credit = () => {
    const body = { account_id: owner.accountId, currency: 'USD', type: 'credit', amount: 1 };
    return owner.call('POST', '/v1/transactions', { body });
  };
  const sequences = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  const newest = async () =>
    (await owner.call('GET', '/v1/events?limit=1')).body.data[0]?.sequence ?? 0;

  it('forwards past and new events, signed, also after a broken connection', async () => {
    const { received, url } = await startReceiver();
    await eventually(async () => expect(await newest()).toBeGreaterThan(2));
    const listening = start(['--since', '1h', '--forward', url, '--secret', SECRET], {
      FLORIN_API_KEY: apiKey,
    });
    await eventually(async () => expect(received.length).toBeGreaterThan(2));
    await credit();
    await eventually(async () => expect(received.at(-1)?.type).toBe('transaction.created'));
    process.kill(processes().get('webhooks-1').pid, 'SIGKILL');
    await credit();
    await credit();
    await eventually(async () => {
      expect(received.filter(({ type }) => type === 'transaction.created')).toHaveLength(3);
    });
    expect(received.map(({ sequence }) => sequence)).toEqual(sequences(received.length));
    expect(listening.lines[0]).toMatch(/Z {2}[a-z_.]+ {2}\w+ {2}.+ {2}acc_\w+ {2}204$/);
    expect(listening.lines.at(-1)).toMatch(/ {2}txn_\w+ {2}0\.01 USD \w+ {2}acc_/);
    listening.stop();
    expect(await listening.ended).toBe(0);
  });

  it("shows an administrator all accounts' events of one type", async () => {
    const listening = start(['--since', '1h', '--types', 'account.created', '--json'], {});
    await eventually(async () => {
      const events = listening.lines.map((line) => JSON.parse(line));
      expect(events.map(({ account_id }) => account_id)).toContain(owner.accountId);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['account.created']));
    });
    listening.stop();
    expect(await listening.ended).toBe(0);
  });

  it('prints the error and exits', async () => {
    const wrong = start(['--since', 'yesterday'], {});
    expect(await wrong.ended).toBe(1);
    expect(wrong.said).toEqual([expect.stringContaining('--since yesterday: say 1h')]);
    const alone = start([], { FLORIN_DATA_DIR: '/nowhere' });
    expect(await alone.ended).toBe(1);
    expect(alone.said).toEqual([expect.stringContaining('no Florin runs from /nowhere: start it')]);
    const dead = start([], { FLORIN_API_KEY: `sk_live_${'x'.repeat(43)}` });
    expect(await dead.ended).toBe(3);
    expect(dead.said.join()).toContain(
      '401 unauthorized: this API key does not exist, was revoked or has expired',
    );
  });

  it('sends no password to a server that is not this Florin', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    stops.push(() => server.close());
    const FLORIN_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const listening = start([], { FLORIN_URL });
    expect(await listening.ended).toBe(1);
    expect(listening.said.at(-1)).toContain(`not logged in to ${FLORIN_URL}: florin login`);
    expect(asked).toEqual([]);
  });
});
