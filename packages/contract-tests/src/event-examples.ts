import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const released = join(root, 'contracts/released');

export interface EventExample {
  /** The release that published it so, or `now`. */
  readonly release: string;
  readonly type: string;
  /** The event as it is on the wire. */
  readonly text: string;
}

/** One event of every type, as it is published now and as each release published it. */
export function listEventExamples(): EventExample[] {
  const releases = readdirSync(released).sort();
  return [
    ...examplesIn(join(root, 'packages/contracts/examples'), 'now'),
    ...releases.flatMap((release) => examplesIn(join(released, release, 'events'), release)),
  ];
}

function examplesIn(directory: string, release: string): EventExample[] {
  return readdirSync(directory).map((file) => ({
    release,
    type: file.replace(/\.json$/, ''),
    text: readFileSync(join(directory, file), 'utf8'),
  }));
}
