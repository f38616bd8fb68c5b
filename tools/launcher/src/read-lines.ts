import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export type OnLine = (line: string) => void;

const lineLengthMax = 64_000;
const keptLines = 20;

/**
 * Reads a process's output line by line; returns a function that gives the last lines. A line
 * without an end is cut, so that memory stays bounded.
 */
export function readLines(child: ChildProcess, onLine: OnLine): () => readonly string[] {
  const kept: string[] = [];
  const take = (line: string) => {
    if (line === '') return;
    kept.push(line);
    if (kept.length > keptLines) kept.shift();
    onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) split(stream, take);
  }
  return () => kept;
}

function split(stream: Readable, take: OnLine): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach((line) => {
      take(line);
    });
    if (rest.length > lineLengthMax) {
      take(rest.slice(0, lineLengthMax));
      rest = '';
    }
  });
  stream.on('end', () => take(rest));
  // The process is gone; its `exit` event reports that.
  stream.on('error', () => undefined);
}
