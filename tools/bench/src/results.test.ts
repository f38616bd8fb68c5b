import { describe, expect, it } from 'vitest';
import { partOf } from './page/example.ts';
import { resultsSchema, summarise, withPart } from './results.ts';
import type { Reading, Round } from './rounds.ts';

const load = (perSecond: number, errors = {}): Reading => ({
  value: perSecond,
  load: { calls: 10, perSecond, p50: 2, p99: 9, errors },
});
const round = (before: number, after: number, readings: Round['readings']): Round => ({
  anchors: [before, after],
  readings,
});

describe('the summary of a part', () => {
  it('gives rates as multiples of the anchor of their own round', () => {
    const { figures, anchors } = summarise([
      round(100, 100, { 'submit-hot': load(450) }),
      round(100, 140, { 'submit-hot': load(480) }),
    ]);
    expect(figures['submit-hot']).toEqual({
      values: [4.5, 4],
      per_second: 465,
      p50_ms: 2,
      p99_ms: 9,
      errors: {},
    });
    expect(anchors).toEqual([100, 120]);
  });

  it('leaves other figures unchanged', () => {
    const { figures } = summarise([round(100, 100, { 'load-events': { value: 12.5 } })]);
    expect(figures['load-events']).toEqual({
      values: [12.5],
      per_second: null,
      p50_ms: null,
      p99_ms: null,
      errors: {},
    });
    expect(figures).not.toHaveProperty('submit-hot');
  });

  it('discards and counts rounds on an unsteady machine', () => {
    const { figures, rounds, dropped } = summarise([
      round(100, 100, { 'submit-hot': load(400) }),
      round(100, 160, { 'submit-hot': load(900, { '503': 2 }) }),
      round(160, 100, { 'submit-hot': load(900, { '503': 1 }) }),
    ]);
    expect({ rounds, dropped }).toEqual({ rounds: 1, dropped: 2 });
    expect(figures['submit-hot']?.values).toEqual([4]);
    // Errors count, even on an unsteady machine.
    expect(figures['submit-hot']?.errors).toEqual({ '503': 3 });
  });
});

it("replaces only the part's own earlier results", () => {
  const before = { parts: { submit: partOf({}), load: partOf({ rounds: 3 }) } };
  const after = withPart(before, 'submit', partOf({ rounds: 9 }));
  expect(after.parts.submit?.rounds).toBe(9);
  expect(after.parts.load).toEqual(before.parts.load);
  expect(resultsSchema.parse(JSON.parse(JSON.stringify(after)))).toEqual(after);
});

it('keeps earlier figures if there are no new ones', () => {
  const none = partOf({ rounds: 0, dropped: 5 });
  const before = { parts: { submit: partOf({}) } };
  expect(withPart(before, 'submit', none)).toBe(before);
  expect(withPart(before, 'load', none).parts.load).toEqual(none);
});
