import { randomBytes } from 'node:crypto';
import type { Requests } from '../http/requests.ts';

/** Opens an account at the public surface, whose owner can log in. */
export async function openLogin(port: number): Promise<Requests> {
  const email = `${randomBytes(8).toString('hex')}@bench.example`;
  const password = randomBytes(12).toString('hex');
  const response = await fetch(`http://127.0.0.1:${port}/v1/accounts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, name: 'Bench', type: 'business' }),
  });
  if (response.status !== 201)
    throw new Error(`no account: ${response.status} ${await response.text()}`);
  return { kind: 'login', email, password };
}
