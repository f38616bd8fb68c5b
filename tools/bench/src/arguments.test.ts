import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { partNames } from './row.ts';

describe('the arguments', () => {
  it('default to all parts, and five rounds of seven seconds', () => {
    expect(parseArguments([])).toEqual({
      parts: partNames,
      rounds: 5,
      seconds: 7,
      seed: 1,
      scale: 50,
      history: 10_000_000,
      keep: false,
      minutes: 30,
      rate: 400,
      out: 'docs',
      help: false,
    });
  });

  it("accept parts in any order and notation, and run them in the page's order", () => {
    const last = partNames.at(-1) ?? '';
    const first = partNames[0];
    expect(parseArguments(['--only', `${last}, ${first}`, '--only', first]).parts).toEqual([
      first,
      last,
    ]);
  });

  it('run the soak only when it is named alone', () => {
    expect(parseArguments(['--only', 'soak', '--minutes', '2'])).toMatchObject({
      parts: ['soak'],
      minutes: 2,
    });
    expect(parseArguments([]).parts).not.toContain('soak');
  });

  it.each([
    ['--only', 'everything'],
    ['--only', ''],
    ['--rounds', '0'],
    ['--rounds', 'many'],
    ['--seconds', '0'],
    ['--seed', '-1'],
    ['--scale', '1.5'],
    ['--minutes', '0'],
    ['--rate', '0'],
    ['--fast', 'yes'],
  ])('are refused as %s %j', (...given) => {
    expect(() => parseArguments(given)).toThrow();
  });
});
