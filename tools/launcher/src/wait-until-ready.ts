import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts } from './accepts.ts';

const pollMs = 50;
const answerTimeoutMs = 2_000;

/** Waits until a server listens; only an abort ends the wait. */
export async function waitUntilListening(url: string, signal: AbortSignal): Promise<void> {
  while (!(await accepts(url))) await sleep(pollMs, undefined, { signal });
}

/** Waits for a 200 of `/readyz`; only an abort ends it, since a missing part may be restarting. */
export async function waitUntilReady(url: string, signal: AbortSignal): Promise<void> {
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    await sleep(pollMs, undefined, { signal });
  }
}

function statusOf(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  // The gateway runs on this machine and may have a self-signed certificate.
  const options = { agent: false, timeout: answerTimeoutMs, rejectUnauthorized: false } as const;
  return new Promise((resolve) => {
    const request = get(url, options, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
