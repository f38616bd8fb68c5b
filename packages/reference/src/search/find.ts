import MiniSearch from 'minisearch';
import { FOUND_MAX, type SearchRecord, searchOptions } from './model.ts';

/** Finds places that have all words, and after them those that have any. */
export function makeFind(
  records: readonly SearchRecord[],
): (query: string) => readonly SearchRecord[] {
  const index = new MiniSearch<SearchRecord>({
    ...searchOptions,
    fields: [...searchOptions.fields],
    storeFields: [...searchOptions.storeFields],
  });
  index.addAll(records);
  return (query) => {
    const all = index.search(query).map(({ id }) => id as number);
    const some = index.search(query, { combineWith: 'OR' }).map(({ id }) => id as number);
    const found = [...new Set([...all, ...some])].slice(0, FOUND_MAX);
    return found.flatMap((id) => records[id] ?? []);
  };
}
