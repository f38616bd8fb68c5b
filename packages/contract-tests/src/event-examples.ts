import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listReleases } from './releases.ts';

export interface EventExample {
  /** The release that published it so, or `now`. */
  readonly release: string;
  readonly type: string;
  /** The event as it is on the wire. */
  readonly text: string;
}

/** One event of every type, as it is published now and as each release published it. */
export function listEventExamples(): EventExample[] {
  return listReleases().flatMap(({ name, eventsDir }) =>
    readdirSync(eventsDir).map((file) => ({
      release: name,
      type: file.replace(/\.json$/, ''),
      text: readFileSync(join(eventsDir, file), 'utf8'),
    })),
  );
}
