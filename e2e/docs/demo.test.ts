import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataDir } from '../api.ts';

const TRIES_MAX = 5;

/** Calls that the demo must make, in this order. */
const PRINTED = [
  'POST /v1/accounts',
  'POST /v1/auth/login',
  '"type":"credit"',
  '"type":"payment"',
  'DELETE /v1/transactions/',
  '/capture',
  '"type":"refund"',
  '402 ',
  'POST /v1/payments',
  'POST /pay/***',
  'trial_period_days',
  '/update',
  '/pause',
  '/resume',
  '/cancel',
  'DELETE /v1/account\n',
  '"status":"closed"',
];

it('plays all steps on a running system, and prints no secrets', async () => {
  let { code, output } = await playDemo({ FLORIN_DATA_DIR: dataDir() });
  // Many sign up from this address: the gateway limits the rate with 429.
  for (let tries = 1; tries < TRIES_MAX && output.includes('http is 429'); tries += 1)
    ({ code, output } = await playDemo({ FLORIN_DATA_DIR: dataDir() }));
  expect(code, output).toBe(0);
  expect(PRINTED.filter((part) => !output.includes(part))).toEqual([]);
  const places = PRINTED.map((part) => output.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));

  const numbers = [...output.matchAll(/^ ?(\d+) {2}\S/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  expect(output).toContain(`All ${numbers.length} steps got the expected answers.`);
  // Beginnings of access tokens and of payment links.
  expect(output).not.toMatch(/eyJ|\/pay\/(?!\*\*\*)|"(password|card_number|cvc)":"(?!\*\*\*")/);
});

it('fails at the first unexpected answer', async () => {
  const server = createServer((_request, response) => response.end('{"name":"gateway"}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, output } = await playDemo({ FLORIN_URL: `http://127.0.0.1:${port}` });
  server.close();
  expect(output).toContain('step 1 got an unexpected answer: http is 200, not 201');
  expect(output).not.toMatch(/^ 2 {2}/m);
  expect(code).toBe(1);
});

it('fails when no Florin answers at the given address', async () => {
  const { code, output } = await playDemo({ FLORIN_URL: 'http://127.0.0.1:1' });
  expect(output).toContain('no Florin answers at http://127.0.0.1:1: start it');
  expect(code).toBe(1);
});

function playDemo(
  place: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const main = join(import.meta.dirname, '../../tools/demo/src/main.ts');
  const env = { ...process.env, FLORIN_URL: '', ...place };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
