import { describe, expect, it } from 'vitest';
import { samplesOf } from '../soak/example.ts';
import { roundUp, short } from './draw-panel.ts';
import { drawSoak } from './draw-soak.ts';

describe('the chart of a soak', () => {
  it('has a line for everything, over all minutes, with its unit and last value', () => {
    const svg = drawSoak(
      samplesOf((atSeconds) => ({ reads: { count: 1, p50: 2, p99: atSeconds / 100 } })),
    );
    expect(svg).toMatch(/^<svg [^>]*>\n.*<\/svg>\n$/s);
    expect(svg).toContain('latency of reads, ms');
    expect(svg).toContain('>p99 18</text>');
    expect(svg).toContain('>ledger.balances 40</text>');
    const lines = [...svg.matchAll(/<polyline [^>]*points="([^"]*)"/g)];
    for (const [, points] of lines) expect(points?.split(' ')).toHaveLength(180);
    expect(svg).not.toContain('NaN');
  });

  it('has the maximum within its axis, and the last minute at its end', () => {
    const svg = drawSoak(samplesOf());
    const pointsOf = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    );
    const rights = new Set(pointsOf.map((points) => points.at(-1)?.[0]));
    // One for each column.
    expect(rights.size).toBe(2);
    // 150 MB on an axis up to 200: three quarters of the way up.
    expect(pointsOf[0]?.[0]?.[1]).toBeCloseTo(26 + 120 * 0.25);
  });

  it('is well-formed without a sample', () => {
    expect(drawSoak([])).toMatch(/^<svg [^>]*>\n.*<\/svg>\n$/s);
    expect(drawSoak([])).not.toContain('NaN');
  });
});

it('has axes that end at round numbers', () => {
  expect([0, 0.3, 1, 1.2, 27, 501].map(roundUp)).toEqual([1, 0.5, 1, 2, 50, 1_000]);
  expect([0, 0.25, 999, 12_500, 3_000_000, 2.5e9].map(short)).toEqual([
    '0',
    '0.25',
    '999',
    '12.5k',
    '3M',
    '2.5G',
  ]);
});
