import type { WriteStream } from 'node:tty';

const BAR_LENGTH = 30;
/** Fits into a terminal's line. */
const TEXT_LENGTH_MAX = 70;

export interface Progress {
  /** Shows that `done` of `all` are done, and `what` is in progress. */
  show(what: string, done: number, all: number): void;
  /** Prints a separate line. */
  say(line: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere lines, at most one per `everyMs` (0: all). */
export function makeProgress(
  out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  everyMs = 0,
): Progress {
  let shown = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  const clear = () => out.isTTY && shown !== '' && out.write(`\r${' '.repeat(shown.length)}\r`);
  return {
    show(what, done, all) {
      const share = Math.min(done / Math.max(all, 1), 1);
      if (out.isTTY) {
        clear();
        const bar = '#'.repeat(Math.round(share * BAR_LENGTH)).padEnd(BAR_LENGTH, '.');
        shown = `[${bar}] ${done}/${all} ${what}`.slice(0, BAR_LENGTH + TEXT_LENGTH_MAX);
        out.write(shown);
      } else if (performance.now() - writtenAt >= everyMs) {
        writtenAt = performance.now();
        out.write(`${done}/${all} ${what}\n`);
      }
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
