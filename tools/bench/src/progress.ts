import type { WriteStream } from 'node:tty';

const BAR_LENGTH = 30;
/** Leaves a terminal's line whole. */
const TEXT_LENGTH_MAX = 70;

export interface Progress {
  /** One more step is done; `next` is what begins now. */
  step(next: string): void;
  /** A line of its own. */
  say(line: string): void;
  end(): void;
}

/** Shows how much of `total` steps is done: a bar on a terminal, elsewhere a line for each. */
export function makeProgress(
  out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  total: number,
): Progress {
  let done = -1;
  let shown = '';
  const clear = () => out.isTTY && shown !== '' && out.write(`\r${' '.repeat(shown.length)}\r`);
  return {
    step(next) {
      done = Math.min(done + 1, total);
      const percent = Math.floor((done / total) * 100);
      if (!out.isTTY) {
        out.write(`${percent} % ${next}\n`);
        return;
      }
      clear();
      const bar = '#'.repeat(Math.round((percent / 100) * BAR_LENGTH)).padEnd(BAR_LENGTH, '.');
      shown = `[${bar}] ${percent} % ${next}`.slice(0, BAR_LENGTH + TEXT_LENGTH_MAX);
      out.write(shown);
    },
    say(line) {
      clear();
      out.write(`${line}\n`);
      if (out.isTTY) out.write(shown);
    },
    end() {
      clear();
      shown = '';
    },
  };
}
