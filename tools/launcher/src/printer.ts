import type { Writable } from 'node:stream';
import { asJsonLine, toJsonLine } from './json-lines.ts';
import { formatLogLine, type LogStyle } from './log-lines.ts';
import type { OnLine } from './read-lines.ts';

/** More than this waits for a slow terminal or pipe only as a count of what was left out. */
const waitingBytesMax = 1_000_000;

export interface Printer {
  /** A line of the launcher's own. */
  say(message: string): void;
  /** A text of several lines for a person; a program is told the brief one. */
  show(text: string, brief: string): void;
  /** Why everything ends. */
  fail(message: string): void;
  /** Takes the log lines of one process. */
  linesOf(name: string): OnLine;
  /** One such line as it is shown, whether it is usually shown or not. */
  shown(name: string, line: string): string;
}

export function makePrinter(options: {
  readonly out: Writable;
  /** For a person: why everything ends. */
  readonly errorOut: Writable;
  readonly log: 'readable' | 'debug' | 'json';
  readonly colour: boolean;
}): Printer {
  const { out, errorOut, log, colour } = options;
  // A reader that goes away, as `npm start | head` does, is no reason to stop.
  out.on('error', () => undefined);
  errorOut.on('error', () => undefined);
  return log === 'json'
    ? jsonPrinter(out)
    : readablePrinter(out, errorOut, { colour, debug: log === 'debug' });
}

function readablePrinter(out: Writable, errorOut: Writable, style: LogStyle): Printer {
  const own = (message: string) => `florin  ${message}\n`;
  const write = makeBoundedWrite(out, (count) => `(${count} lines were left out)`);
  return {
    say: (message) => out.write(own(message)),
    show: (text) => out.write(`${text}\n`),
    fail: (message) => errorOut.write(own(message)),
    linesOf: (name) => (line) => {
      const shown = formatLogLine(name, line, style);
      if (shown !== undefined) write(shown);
    },
    shown: (name, line) => formatLogLine(name, line, { ...style, debug: true }) ?? line,
  };
}

/** Every line is one JSON object, whoever wrote it. */
function jsonPrinter(out: Writable): Printer {
  const write = makeBoundedWrite(out, (count) =>
    toJsonLine('launcher', 'warn', `${count} lines were left out`),
  );
  return {
    say: (message) => write(toJsonLine('launcher', 'info', message)),
    show: (_text, brief) => write(toJsonLine('launcher', 'info', brief)),
    fail: (message) => write(toJsonLine('launcher', 'fatal', message)),
    linesOf: (name) => (line) => write(asJsonLine(name, line)),
    shown: (_name, line) => line,
  };
}

function makeBoundedWrite(
  out: Writable,
  describeLeftOut: (count: number) => string,
): (line: string) => void {
  let leftOut = 0;
  return (line) => {
    if (out.writableLength > waitingBytesMax) {
      leftOut += 1;
      return;
    }
    if (leftOut > 0) out.write(`${describeLeftOut(leftOut)}\n`);
    leftOut = 0;
    out.write(`${line}\n`);
  };
}
