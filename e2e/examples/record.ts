import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf, serviceNames } from '@florin/contracts';
import { followStream } from '@florin/testing';
import { baseUrl, call } from '../api.ts';
import { contracts } from '../contract/all-contracts.ts';
import { startFlorin, useFlorin } from '../start-florin.ts';
import { makeTame } from './tame.ts';
import type { Ask, Asked } from './tour/ask.ts';
import { sellPlans } from './tour/billing.ts';
import { listen, lookBack } from './tour/events.ts';
import { askForMoney, moveMoney } from './tour/money.ts';
import { keepAccounts, makeKeys, meetPeople, openShop, sendMailAgain } from './tour/people.ts';
import { buildTeam, showTwice } from './tour/team.ts';

interface Recorded {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Calls every operation once, in an order in which each has something to show. */
async function takeTour(ask: Ask): Promise<void> {
  const shop = await openShop(ask);
  await listen(ask, shop);
  await meetPeople(ask, shop);
  await buildTeam(ask, shop);
  await showTwice(ask, shop);
  await sendMailAgain(ask, shop);
  await makeKeys(ask, shop);
  await moveMoney(ask, shop);
  await sellPlans(ask, shop);
  await askForMoney(ask, shop);
  await lookBack(ask, shop);
  for (const { operation, example } of contracts) if (example) await ask(operation, example(shop));
  await keepAccounts(ask, shop);
}

/** Calls an operation, and records its first answer with content. */
function makeRecorder(recorded: Map<string, Recorded>): Ask {
  return async (operation, asked = {}) => {
    const response = await send(operation, asked);
    if (!recorded.has(operation) && showsSomething(response)) {
      const { body } = asked;
      const request = body instanceof URLSearchParams ? Object.fromEntries(body) : body;
      recorded.set(operation, { request, response: response === '' ? undefined : response });
    }
    return response;
  };
}

async function send(operation: string, { token, id, query, body, headers: more }: Asked) {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace(/\{\w+\}/, id ?? '') + (query === undefined ? '' : `?${query}`);
  const headers: Record<string, string> =
    token === undefined ? { ...more } : { Authorization: `Bearer ${token}`, ...more };
  if (template.endsWith('/stream')) return readStream(path, headers);
  if (template.endsWith('/export')) return (await get(path, headers)).text();
  if (body instanceof URLSearchParams)
    return expectDone(await fetch(baseUrl() + path, { method, body, redirect: 'manual' })).text();
  const answer = await call(method, path, { headers, body });
  if (answer.status >= 300)
    throw new Error(`${operation} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The first event of a stream, as sent. */
async function readStream(path: string, headers: Record<string, string>): Promise<string> {
  const stream = followStream(await get(path, headers));
  while (stream.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 25));
  await stream.leave();
  const [{ id, event, data } = { data: '' }] = stream.messages;
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

async function get(path: string, headers: Record<string, string>): Promise<Response> {
  return expectDone(await fetch(baseUrl() + path, { headers }));
}

function expectDone(response: Response): Response {
  if (response.status >= 400) throw new Error(`${response.url} answered ${response.status}`);
  return response;
}

function showsSomething(response: unknown): boolean {
  const { data } = (response ?? {}) as { data?: unknown };
  return !(Array.isArray(data) && data.length === 0);
}

async function record(): Promise<void> {
  const startedAt = Date.now();
  const recorded = new Map<string, Recorded>();
  await takeTour(makeRecorder(recorded));
  const tame = makeTame(startedAt);
  // Ids are numbered in the order of the tour.
  const tamed = [...recorded].map(([operation, example]) => [operation, tame(example)] as const);
  for (const service of serviceNames) {
    const own = tamed.filter(([operation]) => ownerOf(operation.split(' ')[1] ?? '') === service);
    const file = join(import.meta.dirname, `../../apps/${service}/examples.json`);
    await writeFile(file, `${JSON.stringify(Object.fromEntries(own), null, 2)}\n`);
  }
}

const florin = await startFlorin({ settlementsEveryMs: 1_000 });
try {
  useFlorin(florin);
  await record();
} finally {
  await florin.stop();
}
