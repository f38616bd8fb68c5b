import { header, pixels, pngOf, rotatingShare } from '@florin/testing';
import { beforeAll, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { openShop } = useBilling();

const SLOW_MS = 240_000;
/**
 * A hundred times the duration of a PDF without an attack. A document that takes longer fails its
 * test.
 */
const HOPELESS_MS = 10_000;
const SAMPLES = 10;
const REQUESTS_AT_ONCE = 8;
/**
 * Documents of the attacker that may be drawn before another account's: with fair turns, the
 * running one and the next. In request order, all earlier requests would come first.
 */
const DRAWN_BEFORE_MAX = 4;
/** An attack keeps both cores busy for half a minute, so each CI run tries one. */
const SHARES = 6;

/** A body has at most 100 kB. Text with many direction changes takes longest to draw. */
const worstText = 'aaa\u05d0\u05d0\u05d0'.repeat(100);
const largestLogo = pngOf([header(2_000, 2_000, true), pixels(Buffer.alloc(2_000 * 8_001))]);

/** A draft: its PDF is not stored, so each request draws it. */
async function drafted(shop: Shop, lines: readonly object[]): Promise<string> {
  const { body: customer } = await shop.post('/v1/customers', { name: 'Grace' });
  const { status, body } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  expect(status, body.message).toBe(201);
  return `/v1/invoices/${body.id}`;
}

async function worstInvoice(shop: Shop, count: number, length: number): Promise<string> {
  const logo = `data:image/png;base64,${largestLogo.toString('base64')}`;
  const profile = { logo, legal_name: worstText.slice(0, 200) };
  expect((await shop.patch('/v1/seller_profile', profile)).status).toBe(200);
  const line = { description: worstText.slice(0, length), unit_amount: 1 };
  return drafted(
    shop,
    Array.from({ length: count }, () => line),
  );
}

type Attack = () => Promise<{ readonly status: number }>;

/** Attacks whose requests share the drawing threads. */
const ofDocuments = ['its longest PDFs', 'PDFs just short enough for the thread of short ones'];

const attacks: Readonly<Record<string, (shop: Shop) => Promise<Attack>>> = {
  async 'its longest PDFs'(shop) {
    const path = await worstInvoice(shop, 500, 108);
    return () => shop.get(`${path}/pdf`);
  },
  async 'PDFs just short enough for the thread of short ones'(shop) {
    const path = await worstInvoice(shop, 8, 440);
    return () => shop.get(`${path}/pdf`);
  },
  async 'its longest pages'(shop) {
    const path = await worstInvoice(shop, 500, 108);
    return () => shop.get(`${path}/page`);
  },
  async 'logos that take longest to decode'(shop) {
    const logo = `data:image/png;base64,${largestLogo.toString('base64')}`;
    return () => shop.patch('/v1/seller_profile', { logo });
  },
  async 'exports of all that it has'(shop) {
    const span = { from: '2026-01-01', to: '2026-12-31' };
    return () => shop.post('/v1/exports', { ...span, type: 'balance_statement', format: 'pdf' });
  },
  async 'years of its test clocks'(shop) {
    return async () => {
      const { body: clock } = await shop.post('/v1/test_clocks', { frozen_time: '2026-01-31' });
      await shop.subscribe({ test_clock_id: clock.id });
      return shop.post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time: '2028-01-31' });
    };
  },
};

interface Sample {
  readonly ms: number;
  /** Number of the attack's requests answered meanwhile. */
  readonly answered: number;
}

/** PDFs of an account, one after the other. Like clients, it retries 503. */
async function sample({ shop, path }: Honest, count: number, answered: () => number) {
  const samples: Sample[] = [];
  for (let index = 0; index < count && (samples.at(-1)?.ms ?? 0) < HOPELESS_MS; index += 1) {
    const startedAt = performance.now();
    const before = answered();
    let status = 503;
    while (status === 503 && performance.now() - startedAt < HOPELESS_MS)
      ({ status } = await shop.get(path));
    samples.push({ ms: performance.now() - startedAt, answered: answered() - before });
    expect([200, 503]).toContain(status);
  }
  return samples;
}

/**
 * Repeats an attack, several at once, until the work is done; returns its result and the attack's
 * statuses.
 */
async function beside<Result>(attack: Attack, work: (answered: () => number) => Promise<Result>) {
  const statuses: number[] = [];
  const answered = () => statuses.filter((status) => status < 300).length;
  let isOver = false;
  const attackers = Array.from({ length: REQUESTS_AT_ONCE }, async () => {
    while (!isOver) statuses.push((await attack()).status);
  });
  const result = await work(answered).finally(async () => {
    isOver = true;
    await Promise.all(attackers);
  });
  return { result, statuses, answered: answered() };
}

/** The limit that a given share of the values stays below. */
function within(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const textOf = (values: readonly number[]) =>
  [0.5, 0.9, 1].map((share) => `p${share * 100} ${within(values, share).toFixed()}`).join(', ');

interface Honest {
  readonly shop: Shop;
  readonly path: string;
}

let honest: Honest;
beforeAll(async () => {
  const shop = await openShop();
  const lines = Array.from({ length: 20 }, (_, place) => ({
    ...{ description: `Roses ${place + 1}`, quantity: 2, unit_amount: 999 },
  }));
  honest = { shop, path: `${await drafted(shop, lines)}/pdf` };
}, SLOW_MS);

it.for(rotatingShare(Object.entries(attacks), SHARES))(
  'PDFs of an account do not wait for those of another one that requests %s',
  { timeout: SLOW_MS },
  async ([name, prepare], { annotate }) => {
    const attack = await prepare(await openShop({ available: 100_000_000 }));
    const alone = await sample(honest, 5, () => 0);
    const attacked = await beside(attack, (answered) => sample(honest, SAMPLES, answered));
    const times = attacked.result.map(({ ms }) => ms);
    const before = attacked.result.map(({ answered }) => answered);
    await annotate(
      `alone ${textOf(alone.map(({ ms }) => ms))} ms; beside ${textOf(times)} ms, behind ${textOf(before)} requests; ${attacked.answered} of ${attacked.statuses.length} hostile requests answered`,
    );
    expect(attacked.answered).toBeGreaterThan(0);
    expect(within(times, 1)).toBeLessThan(HOPELESS_MS);
    if (ofDocuments.includes(name))
      expect(within(before, 0.5)).toBeLessThanOrEqual(DRAWN_BEFORE_MAX);
  },
);
