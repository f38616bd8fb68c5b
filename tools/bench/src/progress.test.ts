import { expect, it } from 'vitest';
import { makeProgress } from './progress.ts';

function watch(isTTY: boolean) {
  const written: string[] = [];
  return { out: { isTTY, write: (text: string) => written.push(text) > 0 }, written };
}

it('shows a line for each step where nobody looks on', () => {
  const { out, written } = watch(false);
  const progress = makeProgress(out, 2);
  progress.step('one');
  progress.step('two');
  progress.say('by the way');
  expect(written).toEqual(['0 % one\n', '50 % two\n', 'by the way\n']);
});

it('shows one bar on a terminal, and keeps it below what else is said', () => {
  const { out, written } = watch(true);
  const progress = makeProgress(out, 2);
  progress.step('one');
  progress.step('two');
  expect(written.at(-1)).toMatch(/^\[#{15}\.{15}\] 50 % two$/);
  progress.say('by the way');
  expect(written.slice(-2)[0]).toBe('by the way\n');
  expect(written.at(-1)).toContain('50 % two');
  progress.end();
  expect(written.at(-1)).toMatch(/^\r +\r$/);
});
