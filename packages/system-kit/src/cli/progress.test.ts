import { expect, it } from 'vitest';
import { makeProgress } from './progress.ts';

function watch(isTTY: boolean) {
  const written: string[] = [];
  return { out: { isTTY, write: (text: string) => written.push(text) > 0 }, written };
}

it('prints a line per step if the output is not a terminal', () => {
  const { out, written } = watch(false);
  const progress = makeProgress(out);
  progress.show('one', 0, 2);
  progress.show('two', 1, 2);
  progress.say('by the way');
  expect(written).toEqual(['0/2 one\n', '1/2 two\n', 'by the way\n']);
});

it('omits lines that come too soon', () => {
  const { out, written } = watch(false);
  const progress = makeProgress(out, 60_000);
  progress.show('one', 0, 2);
  progress.show('two', 1, 2);
  expect(written).toEqual(['0/2 one\n']);
});

it('shows one bar on a terminal, below other lines', () => {
  const { out, written } = watch(true);
  const progress = makeProgress(out);
  progress.show('one', 0, 2);
  progress.show('two', 1, 2);
  expect(written.at(-1)).toMatch(/^\[#{15}\.{15}\] 1\/2 two$/);
  progress.say('by the way');
  expect(written.slice(-2)[0]).toBe('by the way\n');
  expect(written.at(-1)).toContain('1/2 two');
  progress.end();
  expect(written.at(-1)).toMatch(/^\r +\r$/);
});
