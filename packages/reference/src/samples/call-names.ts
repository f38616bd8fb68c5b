import { callNamesOf, groupOf, wordsOf } from '@florin/contracts';
import type { ApiDocument, Operation } from '../document/model.ts';
import type { CallName } from './model.ts';

const STREAM = 'text/event-stream';

/** What clients call each operation that they offer, by its id. */
export function callNames({ tags }: ApiDocument): ReadonlyMap<string, CallName> {
  return new Map(
    tags.flatMap(({ name: tag, operations }) => {
      const ids = operations.filter(isOffered).map(({ id }) => id);
      const group = wordsOf(groupOf(tag));
      return [...callNamesOf(ids, tag)].map(([id, name]) => [id, { group, name }] as const);
    }),
  );
}

/** Clients call what programs do: pages are for people, and a stream is read by other means. */
function isOffered({ path, answers }: Operation): boolean {
  if (!path.startsWith('/v1/')) return false;
  return answers.every(({ content }) => content?.mediaType !== STREAM);
}
