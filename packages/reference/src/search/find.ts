import MiniSearch from 'minisearch';
import { FOUND_MAX, type SearchRecord, searchOptions } from './model.ts';

/** Finds sections with all words first, then sections with any of them. */
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
