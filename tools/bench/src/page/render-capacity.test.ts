import { describe, expect, it } from 'vitest';
import { figureOf, partOf, soakOf } from './example.ts';
import { renderCapacity } from './render-capacity.ts';

const COSTS = ['gateway', 'ledger', 'webhooks', 'nats', 'postgres-ledger', 'postgres-webhooks'];
const cost = partOf({
  figures: Object.fromEntries(COSTS.map((name) => [`cost-${name}`, figureOf([90, 60, 30])])),
});
const objects = partOf({
  figures: { 'object-account': figureOf([4_000]), 'object-subscription': figureOf([2_000]) },
});
const lineOf = (page: string | undefined, what: string) =>
  page?.split('\n').find((line) => line.startsWith(`| ${what}`));

describe('the capacity page', () => {
  const page = renderCapacity({ parts: { cost, objects }, soak: soakOf() });

  it('multiplies the CPU time of a request, at 60 % utilization', () => {
    expect(lineOf(page, 'ledger')).toBe('| ledger | 60 | 0.1 | 1.0 | 10 |');
    expect(lineOf(page, 'machines')).toBe('| machines of 16 cores | 360 | 1 | 1 | 4 |');
  });

  it('multiplies stored bytes by days and by number of objects', () => {
    expect(lineOf(page, 'WAL')).toBe(
      '| WAL, while it is retained | 2 000 | 173 GB | 1.73 TB | 17.3 TB |',
    );
    expect(lineOf(page, 'accounts')).toMatch(/\| 4 000 \| 4\.00 GB \| 4\.00 TB \|$/);
  });

  it('is not written if a measurement is missing', () => {
    expect(renderCapacity({ parts: { cost, objects } })).toBeUndefined();
    expect(renderCapacity({ parts: { cost }, soak: soakOf() })).toBeUndefined();
  });
});
