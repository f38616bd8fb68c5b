import { type Page, preludeOf } from './pages.ts';
import { type Played, playPage } from './play.ts';

const AT_ONCE = 3;

export interface PlayedPage {
  readonly page: Page;
  readonly result: Played | Error;
}

/** Plays several pages at a time; a failure is the result of its page. */
export async function playPages(pages: readonly Page[]): Promise<readonly PlayedPage[]> {
  const waiting = [...pages.entries()];
  const played: PlayedPage[] = [];
  async function playNext(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, page] = next;
      const result = await playPage(page.text, preludeOf(page)).catch((error: Error) => error);
      played[index] = { page, result };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  return played;
}

/** One line of what ran, and what a missing program prevented. */
export function describePlayed(played: readonly PlayedPage[]): string {
  const results = played.flatMap(({ result }) => (result instanceof Error ? [] : [result]));
  const sum = (count: (played: Played) => number) =>
    results.reduce((total, each) => total + count(each), 0);
  const missing = [...new Set(results.flatMap((each) => each.missing))];
  const leftOut =
    missing.length === 0
      ? ''
      : `, ${sum((each) => each.leftOut)} left out for want of ${missing.join(' and ')}`;
  return `${sum((each) => each.ran)} blocks in ${results.length} pages ran${leftOut}`;
}
