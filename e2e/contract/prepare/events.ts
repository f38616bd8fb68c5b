import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../api.ts';
import type { Caller } from '../people.ts';

const TRIES_MAX = 100;

/** The newest event that a caller sees. Events appear shortly after their cause. */
export async function newestEvent({ token }: Pick<Caller, 'token'>): Promise<string> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { body } = await call('GET', '/v1/events?limit=1', { token });
    if (body.data.length === 1) return body.data[0].id;
    await pause(100);
  }
  throw new Error('no event has arrived');
}
