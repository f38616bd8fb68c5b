import { ServerResponse } from 'node:http';
import { makeCalls as make } from '../src/clients.ts';
import { around } from './hook-calls.ts';

export * from '../src/clients.ts';

/**
 * Replaces `src/clients.ts` in a process that kills itself at one point of the work on one subject:
 * `before reserveOwner <subject>`, `after openBalance <subject>`, `before reply`.
 */
const [when, what, subject = ''] = process.env.KILLED_AT?.split(' ') ?? [];

export const makeCalls: typeof make = (clients) =>
  around(make(clients), async (moment, call, work) => {
    if (moment === when && call === what && JSON.stringify(work).includes(subject)) kill();
  });

function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

if (what === 'reply') ServerResponse.prototype.writeHead = kill;
