import { styleText } from 'node:util';
import { z } from 'zod';

export interface LogStyle {
  readonly colour: boolean;
  /** Also shows the line of every request. */
  readonly debug: boolean;
}

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.union([z.number(), z.string()]).optional(),
  msg: z.string().optional(),
  request_id: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});
type LogLine = z.output<typeof lineSchema>;

const infoLevel = 30;
const errorLevel = 50;
const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const levelColours = { warn: 'yellow', error: 'red', fatal: 'red' } as const;
const sourceColours = ['cyan', 'green', 'magenta', 'blue', 'yellow'] as const;

/** Fields with a place of their own, or the same on every line. */
const ownPlace = ['level', 'time', 'msg', 'name', 'request_id', 'err', 'pid', 'hostname', 'v'];
/** Fields of a service's request line. */
const requestMarks = ['status', 'status_code', 'duration_ms', 'responseTime', 'res'];
const fieldsMax = 6;
const fieldLengthMax = 120;
const sourceWidth = 10;

/** One line of a service's log for people, or undefined if it is omitted. */
export function formatLogLine(source: string, text: string, style: LogStyle): string | undefined {
  const line = parse(text);
  const shownSource = paint(source.padEnd(sourceWidth), colourOf(source), style);
  if (line === undefined) return `${timeOf(undefined)} ${shownSource} ${printable(text)}`;
  if (!style.debug && (line.level < infoLevel || isRequest(line))) return undefined;

  const level = levelNames[line.level] ?? String(line.level);
  const levelColour = Object.entries(levelColours).find(([name]) => name === level)?.[1];
  const parts = [
    timeOf(line.time),
    shownSource,
    paint(level.padEnd(5), levelColour, style),
    printable(line.msg ?? ''),
    ...(line.request_id === undefined ? [] : [`request=${printable(line.request_id)}`]),
    ...fieldsOf(line),
    ...errorOf(line),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function parse(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function isRequest(line: LogLine): boolean {
  return line.level <= infoLevel && requestMarks.some((mark) => mark in line);
}

function fieldsOf(line: LogLine): string[] {
  return Object.entries(line)
    .filter(([name, value]) => !ownPlace.includes(name) && value !== null && value !== undefined)
    .slice(0, fieldsMax)
    .map(([name, value]) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      return `${printable(name)}=${printable(shown).slice(0, fieldLengthMax)}`;
    });
}

function errorOf({ level, err }: LogLine): string[] {
  if (err === undefined) return [];
  const stack = level >= errorLevel ? err.stack : undefined;
  if (stack === undefined) return [`error=${printable(err.message ?? '')}`];
  return [`\n${stack.split('\n').map(printable).join('\n    ')}`];
}

/** Local time, since its reader uses this machine. */
function timeOf(time: number | string | undefined): string {
  const date = time === undefined ? new Date() : new Date(time);
  if (Number.isNaN(date.getTime())) return printable(String(time));
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const shown = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return `${shown}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Clients' texts reach the log; control characters must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0');
    return code.length > 2 ? `\\u${code}` : `\\x${code}`;
  });
}

function colourOf(source: string): (typeof sourceColours)[number] {
  const sum = [...source].reduce((total, character) => total + character.charCodeAt(0), 0);
  return sourceColours[sum % sourceColours.length] ?? 'cyan';
}

function paint(
  text: string,
  colour: Parameters<typeof styleText>[0] | undefined,
  style: LogStyle,
): string {
  if (!style.colour || colour === undefined) return text;
  return styleText(colour, text, { validateStream: false });
}
