import { type Answer, makePeople, must, send } from '@florin/system-kit';
import type { Requests } from '../http/requests.ts';

export interface Post {
  readonly port: number;
  readonly path: string;
  readonly token?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A busy machine may refuse some requests of the preparation. */
const RETRIES = { triesMax: 10, pauseMs: 0 };

/** Posts to the gateway once. */
export function postOnce({ port, ...request }: Post): Promise<Answer> {
  return send(`http://127.0.0.1:${port}`, { method: 'POST', ...request });
}

/** Posts with retries. @throws Error when the last answer is no success. */
export function post(request: Post): Promise<Answer['body']> {
  return must(() => postOnce(request), RETRIES);
}

/** Opens an account through the public API, whose owner can log in. */
export async function openLogin(port: number): Promise<Extract<Requests, { kind: 'login' }>> {
  const people = makePeople((request) => send(`http://127.0.0.1:${port}`, request), RETRIES);
  const { email, password } = await people.openAccount({ name: 'Bench' });
  return { kind: 'login', email, password };
}
