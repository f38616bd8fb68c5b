import { describe, expect, it } from 'vitest';
import { anchorOf, isSteady, runRounds } from './rounds.ts';

describe('rounds', () => {
  it('have an anchor before and after, shared with the next round', async () => {
    const done: string[] = [];
    let tps = 0;
    const rounds = await runRounds({
      rounds: 2,
      anchor: async () => {
        tps += 100;
        done.push(`anchor ${tps}`);
        return tps;
      },
      measure: async (round) => {
        done.push(`round ${round}`);
        return { 'submit-hot': { value: round } };
      },
    });
    expect(done).toEqual(['anchor 100', 'round 1', 'anchor 200', 'round 2', 'anchor 300']);
    expect(rounds).toEqual([
      { anchors: [100, 200], readings: { 'submit-hot': { value: 1 } } },
      { anchors: [200, 300], readings: { 'submit-hot': { value: 2 } } },
    ]);
  });

  it('are steady while their anchors differ by half at most, in either direction', () => {
    const steady = (before: number, after: number) =>
      isSteady({ anchors: [before, after], readings: {} });
    expect(steady(100, 150)).toBe(true);
    expect(steady(150, 100)).toBe(true);
    expect(steady(100, 151)).toBe(false);
    expect(steady(151, 100)).toBe(false);
  });

  it('are compared with the mean of their anchors', () => {
    expect(anchorOf({ anchors: [100, 140], readings: {} })).toBe(120);
  });
});
