import type { WriteStream } from 'node:tty';

const BAR_LENGTH = 30;
const LINE_EVERY_PERCENT = 10;

/** Shows how much of `total` is done: a bar on a terminal, elsewhere a line now and then. */
export function makeProgress(
  out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  total: number,
) {
  let shown = 0;
  return (done: number): void => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
    const isDone = percent === 100;
    if (shown === 100 || !(out.isTTY || isDone || percent >= shown + LINE_EVERY_PERCENT)) return;
    shown = percent;
    if (!out.isTTY) {
      out.write(`${percent} % of the entries\n`);
      return;
    }
    const bar = '#'.repeat(Math.round((percent / 100) * BAR_LENGTH)).padEnd(BAR_LENGTH, '.');
    out.write(`\r[${bar}] ${percent} %${isDone ? '\n' : ''}`);
  };
}
