import { type EventFacts, eventCatalogue } from '@florin/contracts';

/** An event as it stands in the log. */
export interface LoggedEvent extends EventFacts {
  /** In the one order over all accounts. */
  readonly position: bigint;
}

const types: readonly string[] = Object.keys(eventCatalogue);
const kinds = [...new Set(types.map((type) => `${kindOf(type)}.*`))];

/** What may be asked for: everything, all types of a kind, or a type. */
export const typePatterns: readonly string[] = ['*', ...kinds, ...types];

/** What an event of this type is asked for by. */
export function patternsOf(type: string): readonly string[] {
  return ['*', `${kindOf(type)}.*`, type];
}

/** The types of the catalogue that a pattern stands for; undefined for whatever type there is. */
export function typesOf(pattern: string): readonly string[] | undefined {
  return pattern === '*' ? undefined : types.filter((type) => patternsOf(type).includes(pattern));
}

function kindOf(type: string): string {
  return type.split('.', 1)[0] ?? '';
}
