import type { Tier, UnitPrice } from '@florin/money';
import { expect, it } from 'vitest';
import type { Interval, Item } from '../src/domain/price.ts';
import { ownPlan, Story } from './stories.ts';

const monthly = (id: string, amount: UnitPrice, quantity: number): Item =>
  item(id, amount, quantity);
const yearly = (id: string, amount: UnitPrice, quantity: number) =>
  item(id, amount, quantity, 'year');

function item(id: string, amount: UnitPrice, quantity: number, interval: Interval = 'month'): Item {
  return { plan: { ...ownPlan(0n, interval, 1, id), amount }, quantity };
}

const decimal = (unitAmount: string): UnitPrice => ({ kind: 'per_unit', unitAmount });
const packages = (unitAmount: string, divideBy: number): UnitPrice => ({
  ...{ kind: 'per_unit', unitAmount },
  packages: { divideBy, round: 'up' },
});
const graduated = (tiers: readonly [upTo: number | null, unit: string, flat?: string][]) => ({
  ...{ kind: 'tiered' as const, mode: 'graduated' as const },
  tiers: tiers.map(
    ([upTo, unitAmount, flatAmount = '0']): Tier => ({ upTo, unitAmount, flatAmount }),
  ),
});

/**
 * Shapes of prices on public pages of 2025 and 2026 in US cents, with the amounts computed by hand.
 * Prices change; the shapes are what must work.
 */
const pages: Readonly<Record<string, readonly (readonly [Item, bigint])[]>> = {
  'Slack: 23 members of Pro for a year at $7.25 a month': [
    // 12 × 7.25 = 87.00; 23 × 87.00 = 2 001.00
    [yearly('pro', 8_700n, 23), 200_100n],
  ],
  'GitHub: 14 Enterprise seats, and Advanced Security for 9 committers': [
    // 14 × 21.00 = 294.00
    [monthly('enterprise', 2_100n, 14), 29_400n],
    // 9 × (30.00 + 19.00) = 441.00
    [monthly('advanced_security', 4_900n, 9), 44_100n],
  ],
  'Twilio: a number, and 987 654 text messages in tiers by volume': [
    [monthly('number', 115n, 1), 115n],
    // 150 000 × 0.0079 = 1 185.00; 150 000 × 0.0077 = 1 155.00; 687 654 × 0.0075 = 5 157.405;
    // sum 7 497.405, rounded half up
    [
      monthly(
        'messages',
        graduated([
          [150_000, '0.79'],
          [300_000, '0.77'],
          [1_000_000, '0.75'],
          [null, '0.73'],
        ]),
        987_654,
      ),
      749_741n,
    ],
  ],
  'Vercel: 5 Pro seats, and 3 packages of observability events': [
    // 5 × 20.00 = 100.00
    [monthly('pro', 2_000n, 5), 10_000n],
    // 2 346 thousand events are 3 packages of a million: 3 × 1.20 = 3.60
    [monthly('events', packages('120', 1_000), 2_346), 360n],
  ],
  'Notion: 17 members of Plus': [
    // 17 × 12.00 = 204.00
    [monthly('plus', 1_200n, 17), 20_400n],
  ],
  'Datadog: 12 hosts with APM, and 3 million indexed log events': [
    // 12 × 18.00 = 216.00
    [monthly('infrastructure_pro', 1_800n, 12), 21_600n],
    // 12 × 36.00 = 432.00
    [monthly('apm', 3_600n, 12), 43_200n],
    // 3 × 2.55 = 7.65
    [monthly('indexed_logs', packages('255', 1_000), 3_000), 765n],
  ],
  'Zoom: 9 licenses, and a webinar for 500': [
    // 9 × 15.99 = 143.91
    [monthly('pro', 1_599n, 9), 14_391n],
    [monthly('webinar_500', 7_900n, 1), 7_900n],
  ],
  'Linear: 41 members, the first 250 free of a fixed fee': [
    // 41 × 10.00 = 410.00
    [
      monthly(
        'basic',
        graduated([
          [250, '1000'],
          [null, '800', '5000'],
        ]),
        41,
      ),
      41_000n,
    ],
  ],
  'Fly.io: 4 small machines for 730 hours, 2 addresses and support': [
    // 4 × 730 = 2 920 hours × 0.0027 = 7.884
    [monthly('machine_hours', decimal('0.27'), 2_920), 788n],
    // 2 × 2.00 = 4.00
    [monthly('address', 200n, 2), 400n],
    [monthly('support', 2_900n, 1), 2_900n],
  ],
  'OpenAI: 8 Team seats, and 3.7 million input and 412 thousand output tokens': [
    // 8 × 30.00 = 240.00
    [monthly('team', 3_000n, 8), 24_000n],
    // 3 700 thousand × 0.0025 = 9.25
    [monthly('input', decimal('0.25'), 3_700), 925n],
    // 412 thousand × 0.01 = 4.12
    [monthly('output', decimal('1'), 412), 412n],
  ],
};

it.each(Object.entries(pages))('bills %s', (_name, page) => {
  const [first, ...addOns] = page.map(([each]) => each);
  const { charging } = new Story('2026-01-01T00:00:00Z', { ...first, addOns }).state;
  expect(charging?.charge.lines.map(({ amount }) => amount)).toEqual(
    page.map(([, amount]) => amount),
  );
  expect(charging?.charge.amount).toBe(page.reduce((sum, [, amount]) => sum + amount, 0n));
});
