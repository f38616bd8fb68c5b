import { type EventFacts, eventCatalogue } from '@florin/contracts';

/** An event in the log. */
export interface LoggedEvent extends EventFacts {
  /** Position in the one order across all accounts. */
  readonly position: bigint;
}

const types: readonly string[] = Object.keys(eventCatalogue);
const kinds = [...new Set(types.map((type) => `${kindOf(type)}.*`))];

/** Valid type filters: everything, all types of a kind, or a type. */
export const typePatterns: readonly string[] = ['*', ...kinds, ...types];

/** The patterns that match this type. */
export function patternsOf(type: string): readonly string[] {
  return ['*', `${kindOf(type)}.*`, type];
}

/** The catalog types that a pattern matches; undefined for every type. */
export function typesOf(pattern: string): readonly string[] | undefined {
  return pattern === '*' ? undefined : types.filter((type) => patternsOf(type).includes(pattern));
}

function kindOf(type: string): string {
  return type.split('.', 1)[0] ?? '';
}
