import { describe, expect, it } from 'vitest';
import { cutRuns } from './cut-runs.ts';

const row = (type: string, body = '{}') => ({ type, body });
const BOUNDS = { eventsMax: 3, bytesMax: 20 };

/** Cuts rows and returns the types of each run. */
const cut = (rows: readonly ReturnType<typeof row>[], bounds = BOUNDS) =>
  cutRuns(rows, bounds).map((run) => run.map(({ type }) => type));

describe('runs', () => {
  it('contain consecutive events of one noun, of any type', () => {
    const types = ['a.made', 'a.ended', 'b.made', 'a.made', 'ab.made', 'a.made', 'a.made'];
    expect(cut(types.map((type) => row(type)))).toEqual([
      ['a.made', 'a.ended'],
      ['b.made'],
      ['a.made'],
      ['ab.made'],
      ['a.made', 'a.made'],
    ]);
  });

  it('have a maximum number of events', () => {
    const rows = Array.from({ length: 7 }, () => row('a.made'));
    expect(cutRuns(rows, BOUNDS).map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(cutRuns(rows, { eventsMax: 1, bytesMax: 0 })).toHaveLength(7);
  });

  it('have a maximum size in UTF-8 bytes, including line breaks', () => {
    const fits = [row('a.made', 'x'.repeat(9)), row('a.made', 'x'.repeat(10))];
    expect(cutRuns(fits, BOUNDS)).toEqual([fits]);
    const over = [row('a.made', 'x'.repeat(10)), row('a.made', 'x'.repeat(10))];
    expect(cutRuns(over, BOUNDS)).toEqual([[over[0]], [over[1]]]);
    const wide = [row('a.made', '\u00e9'.repeat(5)), row('a.made', '\u00e9'.repeat(5))];
    expect(cutRuns(wide, BOUNDS)).toEqual([[wide[0]], [wide[1]]]);
    const three = Array.from({ length: 3 }, () => row('a.made', 'x'.repeat(7)));
    expect(cutRuns(three, BOUNDS).map(({ length }) => length)).toEqual([2, 1]);
  });

  it('keep an oversized event alone, in its place', () => {
    const rows = [row('a.1'), row('a.large', 'x'.repeat(50)), row('a.3'), row('a.4')];
    expect(cut(rows)).toEqual([['a.1'], ['a.large'], ['a.3', 'a.4']]);
  });

  it('keep an event alone if its JSON has line breaks', () => {
    const rows = [row('a.1'), row('a.2', '{\n}'), row('a.3'), row('a.4')];
    expect(cut(rows)).toEqual([['a.1'], ['a.2'], ['a.3', 'a.4']]);
  });

  it('are empty without events', () => {
    expect(cutRuns([], BOUNDS)).toEqual([]);
  });
});
