import { Writable } from 'node:stream';

/** Collects log lines for a test. */
export function makeSink() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  return { lines, stream };
}
