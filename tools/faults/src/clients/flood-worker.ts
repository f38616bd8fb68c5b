import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { newEmail, newPassword } from '@florin/system-kit';
import { agentFrom, post } from './post-from.ts';

/** The target and the size of a flood. */
export interface FloodOrder {
  readonly url: string;
  /** Local addresses, among which the connections are divided. */
  readonly addresses: readonly string[];
  readonly connections: number;
}

/** The pause after a connection was refused or broken. */
const AFTER_ERROR_MS = 20;

// Lowers this thread only: real floods use processors of other machines.
setPriority(constants.priority.PRIORITY_LOW);

const order: FloodOrder = workerData;
const tally: Record<number, number> = {};
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
const flooding = Array.from({ length: order.connections }, (_, index) => floodBy(index));
await Promise.all(flooding);
parentPort?.postMessage(tally);

/** One connection with one request after another. */
async function floodBy(index: number): Promise<void> {
  const localAddress = order.addresses[index % order.addresses.length] ?? '127.0.0.1';
  const agent = agentFrom(localAddress);
  for (let turn = index; !isOver; turn += 1) {
    const { path, body } = nextAttempt(turn);
    const status = await post(agent, order.url + path, body);
    if (status === 429 && !tally[status]) parentPort?.postMessage('refused');
    tally[status] = (tally[status] ?? 0) + 1;
    if (status === 0) await pause(AFTER_ERROR_MS);
  }
  agent.destroy();
}

/** Each request makes identity hash a password, for a new email. */
function nextAttempt(turn: number): { readonly path: string; readonly body: object } {
  const credentials = { email: newEmail(), password: newPassword() };
  if (turn % 4 === 0) return { path: '/v1/users', body: credentials };
  if (turn % 4 === 1)
    return { path: '/v1/accounts', body: { ...credentials, name: 'Mallory', type: 'business' } };
  return { path: '/v1/auth/login', body: credentials };
}
