import type { Writable } from 'node:stream';
import { formatLogLine } from './log-lines.ts';
import type { OnLine } from './read-lines.ts';

/** More than this waits for a slow terminal or pipe only as a count of what was left out. */
const waitingBytesMax = 1_000_000;

export interface Printer {
  /** A line of the launcher's own. */
  say(message: string): void;
  /** A text of several lines, as it is. */
  show(text: string): void;
  /** Takes the log lines of one process. */
  linesOf(name: string): OnLine;
}

export function makePrinter(options: {
  readonly out: Writable;
  /** Where the launcher speaks; apart from `out` when that has to stay JSON. */
  readonly ownOut: Writable;
  readonly log: 'readable' | 'debug' | 'json';
  readonly colour: boolean;
}): Printer {
  const { out, ownOut, log, colour } = options;
  // A reader that goes away, as `npm start | head` does, is no reason to stop.
  out.on('error', () => undefined);
  ownOut.on('error', () => undefined);
  const write = makeBoundedWrite(out);
  const style = { colour, debug: log === 'debug' };
  return {
    say: (message) => {
      ownOut.write(`florin  ${message}\n`);
    },
    show: (text) => {
      ownOut.write(`${text}\n`);
    },
    linesOf: (name) => (line) => {
      const shown = log === 'json' ? line : formatLogLine(name, line, style);
      if (shown !== undefined) write(shown);
    },
  };
}

function makeBoundedWrite(out: Writable): (line: string) => void {
  let leftOut = 0;
  return (line) => {
    if (out.writableLength > waitingBytesMax) {
      leftOut += 1;
      return;
    }
    if (leftOut > 0) out.write(`(${leftOut} lines were left out)\n`);
    leftOut = 0;
    out.write(`${line}\n`);
  };
}
