import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listReleases } from './releases.ts';

export interface EventExample {
  /** The release that published it in this form, or `now`. */
  readonly release: string;
  readonly type: string;
  /** The event as sent. */
  readonly text: string;
}

/** One event per type, as published now and by each release. */
export function listEventExamples(): EventExample[] {
  return listReleases().flatMap(({ name, eventsDir }) =>
    readdirSync(eventsDir).map((file) => ({
      release: name,
      type: file.replace(/\.json$/, ''),
      text: readFileSync(join(eventsDir, file), 'utf8'),
    })),
  );
}
