import { newEmail, newPassword } from '@florin/system-kit';
import type { Requests } from '../http/requests.ts';
import { isBusy, post } from './post.ts';

const ATTEMPTS_MAX = 10;

/** Opens an account at the public surface, whose owner can log in. */
export async function openLogin(port: number): Promise<Extract<Requests, { kind: 'login' }>> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const email = newEmail();
    const password = newPassword();
    const body = { email, password, name: 'Bench', type: 'business' };
    const { status } = await post({ port, path: '/v1/accounts', body });
    if (!isBusy(status)) return { kind: 'login', email, password };
  }
  throw new Error('no account can be opened: the machine has too much to do');
}
