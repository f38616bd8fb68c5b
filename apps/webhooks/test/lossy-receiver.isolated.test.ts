import { type DomainEvent, newId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it, vi } from 'vitest';
import { eventOf } from './producers.ts';
import { useWebhooks } from './use-webhooks.ts';

const EVENTS = 500;
const THINGS = 50;
const FAILS = 0.3;

vi.mock('../src/limits.ts', async (sound) => {
  const limits = await sound<typeof import('../src/limits.ts')>();
  return {
    ...limits,
    PACE: { ...limits.PACE, retryDelaysMs: Array(9).fill(100), firstPauseMs: 100 },
  };
});
const { database, emit, receive, createEndpoint } = useWebhooks();

interface Sent {
  readonly id: string;
  readonly created_at: string;
  readonly data: { readonly object: { readonly of: Uuid; readonly version: number } };
}

it(`delivers every event to a receiver that fails ${100 * FAILS} % of the time`, async () => {
  const account = newId();
  const taken: { readonly sent: Sent; readonly latencyMs: number }[] = [];
  const receiver = await receive((response, _index, { body, atMs }) => {
    if (Math.random() < FAILS) return void response.writeHead(500).end();
    const sent = JSON.parse(body) as Sent;
    taken.push({ sent, latencyMs: atMs - Date.parse(sent.created_at) });
    response.end();
  });
  const endpoint = await createEndpoint(account, { url: receiver.url });
  const ids = await emitRounds(account);

  const undelivered = () =>
    database().query(`select from webhooks.deliveries where status <> 'delivered'`);
  await eventually(async () => {
    expect(taken.length).toBeGreaterThanOrEqual(EVENTS);
    expect(await undelivered()).toEqual([]);
  });
  // Every signature is valid, also of refused attempts.
  expect(receiver.verified(endpoint.secret)).toHaveLength(receiver.received.length);
  // Nothing is missing, and nothing was delivered twice.
  expect(taken).toHaveLength(ids.length);
  expect(new Set(taken.map(({ sent }) => sent.id)).size).toBe(ids.length);
  report(taken, receiver.received.length);
});

async function emitRounds(account: Uuid): Promise<readonly Uuid[]> {
  const things = Array.from({ length: THINGS }, () => newId());
  const emitted: DomainEvent[] = [];
  for (let version = 1; version <= EVENTS / THINGS; version += 1) {
    const events = things.map((thing) => eventOf(account, thing, version));
    await emit(...events);
    emitted.push(...events);
  }
  return emitted.map(({ id }) => id);
}

function report(
  taken: readonly { readonly sent: Sent; readonly latencyMs: number }[],
  attempts: number,
): void {
  const last = new Map<Uuid, number>();
  let overtaken = 0;
  for (const { sent } of taken) {
    const { of, version } = sent.data.object;
    if (version < (last.get(of) ?? 0)) overtaken += 1;
    else last.set(of, version);
  }
  const latencies = taken.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(share * (latencies.length - 1))];
  process.stdout.write(
    `${taken.length} events in ${attempts} attempts; commit to delivery p50 ${quantile(0.5)} ms, ` +
      `p99 ${quantile(0.99)} ms; ${overtaken} came behind a later one of their object\n`,
  );
}
