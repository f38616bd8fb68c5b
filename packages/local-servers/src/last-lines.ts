import type { ChildProcess } from 'node:child_process';

const keptCharacters = 8_000;

/**
 * Drains a process's output, so that it never blocks on a full pipe. Returns a function that
 * returns the last lines, for error messages.
 */
export function keepLastLines(child: ChildProcess): () => string {
  let kept = '';
  const keep = (chunk: Buffer) => {
    kept = (kept + chunk.toString()).slice(-keptCharacters);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => kept.trim();
}
