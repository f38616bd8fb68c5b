import type { Writable } from 'node:stream';
import { asJsonLine, toJsonLine } from './json-lines.ts';
import { formatLogLine, type LogStyle } from './log-lines.ts';
import type { OnLine } from './read-lines.ts';

/** Beyond this backlog of a slow terminal or pipe, lines are only counted. */
const waitingBytesMax = 1_000_000;

export interface Printer {
  /** Prints a line of the launcher itself. */
  say(message: string): void;
  /** Prints a text of several lines for people; JSON logs get the brief one. */
  show(text: string, brief: string): void;
  /** Prints the reason of an exit. */
  fail(message: string): void;
  /** Receives the log lines of one process. */
  linesOf(name: string): OnLine;
  /** A log line as shown, even if it is usually omitted. */
  shown(name: string, line: string): string;
}

export function makePrinter(options: {
  readonly out: Writable;
  /** For people: the reason of an exit. */
  readonly errorOut: Writable;
  readonly log: 'readable' | 'debug' | 'json';
  readonly colour: boolean;
}): Printer {
  const { out, errorOut, log, colour } = options;
  // A reader that goes away, as in `npm start | head`, is no reason to stop.
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

/** Every line is one JSON object, from any process. */
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
