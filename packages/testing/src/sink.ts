import { Writable } from 'node:stream';

export interface LogEntry {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** Collects the log of a service. */
export function makeSink() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(`${line}\n`);
      done();
    },
  });
  return { lines, stream, logged: (): LogEntry[] => lines.map((line) => JSON.parse(line)) };
}
