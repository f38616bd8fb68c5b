import type { Processor } from './contract/processor.ts';

/** The processors that work here, the one that takes most payments first. */
export interface Registry {
  readonly all: readonly Processor[];
  /** Undefined for one that is not set up, or no longer. */
  find(name: string): Processor | undefined;
  /** By which customers may begin to pay now: what was begun by others still comes to its end. */
  readonly open: readonly Processor[];
}

export function makeRegistry(
  all: readonly Processor[],
  isOpen: (processor: Processor) => boolean,
): Registry {
  const byName = new Map(all.map((processor) => [processor.name, processor]));
  return { all, find: (name) => byName.get(name), open: all.filter(isOpen) };
}
