import { describe, expect, it } from 'vitest';
import { cutRuns } from './cut-runs.ts';

const row = (type: string, body = '{}') => ({ type, body });
const BOUNDS = { eventsMax: 3, bytesMax: 20 };

/** The types of each run. */
const cut = (rows: readonly ReturnType<typeof row>[], bounds = BOUNDS) =>
  cutRuns(rows, bounds).map((run) => run.map(({ type }) => type));

describe('runs', () => {
  it('are consecutive events of one noun, whatever happened to it', () => {
    const types = ['a.made', 'a.ended', 'b.made', 'a.made', 'ab.made', 'a.made', 'a.made'];
    expect(cut(types.map((type) => row(type)))).toEqual([
      ['a.made', 'a.ended'],
      ['b.made'],
      ['a.made'],
      ['ab.made'],
      ['a.made', 'a.made'],
    ]);
  });

  it('hold so many events at most', () => {
    const rows = Array.from({ length: 7 }, () => row('a.made'));
    expect(cutRuns(rows, BOUNDS).map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(cutRuns(rows, { eventsMax: 1, bytesMax: 0 })).toHaveLength(7);
  });

  it('hold so many bytes at most, of UTF-8 and with the line breaks between them', () => {
    const fits = [row('a.made', 'x'.repeat(9)), row('a.made', 'x'.repeat(10))];
    expect(cutRuns(fits, BOUNDS)).toEqual([fits]);
    const over = [row('a.made', 'x'.repeat(10)), row('a.made', 'x'.repeat(10))];
    expect(cutRuns(over, BOUNDS)).toEqual([[over[0]], [over[1]]]);
    const wide = [row('a.made', '\u00e9'.repeat(5)), row('a.made', '\u00e9'.repeat(5))];
    expect(cutRuns(wide, BOUNDS)).toEqual([[wide[0]], [wide[1]]]);
    const three = Array.from({ length: 3 }, () => row('a.made', 'x'.repeat(7)));
    expect(cutRuns(three, BOUNDS).map(({ length }) => length)).toEqual([2, 1]);
  });

  it('leave an event alone that is too large by itself, in its place', () => {
    const rows = [row('a.1'), row('a.large', 'x'.repeat(50)), row('a.3'), row('a.4')];
    expect(cut(rows)).toEqual([['a.1'], ['a.large'], ['a.3', 'a.4']]);
  });

  it('leave an event alone whose JSON has line breaks', () => {
    const rows = [row('a.1'), row('a.2', '{\n}'), row('a.3'), row('a.4')];
    expect(cut(rows)).toEqual([['a.1'], ['a.2'], ['a.3', 'a.4']]);
  });

  it('are none where there are no events', () => {
    expect(cutRuns([], BOUNDS)).toEqual([]);
  });
});
