import { AppError, isLive, type Uuid } from '@florin/contracts';
import type { Processor } from './contract/processor.ts';

/** The processor of an object, whose test and live modes count as two processors. */
export interface BegunBy {
  /** Name of the processor. */
  readonly processor: string;
  readonly livemode: boolean;
}

/** The configured processors, the preferred one first. */
export interface Registry {
  readonly all: readonly Processor[];
  /** Processors that accept new objects. */
  readonly open: readonly Processor[];
  /** Ignores the mode; undefined if not configured. */
  find(name: string): Processor | undefined;
  /** Undefined if not configured (any more), or only in the other mode. */
  of(begun: BegunBy): Processor | undefined;
  /** Processors of an account's own mode that accept new objects. */
  openFor(accountId: Uuid): readonly Processor[];
}

export function makeRegistry(
  all: readonly Processor[],
  isOpen: (processor: Processor) => boolean,
): Registry {
  const byName = new Map(all.map((processor) => [processor.name, processor]));
  const open = all.filter(isOpen);
  return {
    all,
    open,
    find: (name) => byName.get(name),
    of({ processor, livemode }) {
      const found = byName.get(processor);
      return found?.livemode === livemode ? found : undefined;
    },
    openFor: (accountId) => open.filter(({ livemode }) => livemode === isLive(accountId)),
  };
}

/** @throws AppError unavailable if it is no longer configured */
export function mustHave(registry: Pick<Registry, 'of'>, begun: BegunBy): Processor {
  const processor = registry.of(begun);
  if (processor) return processor;
  const mode = begun.livemode ? 'live' : 'test';
  throw new AppError(
    'unavailable',
    `the processor ${begun.processor} is no longer configured in ${mode} mode; restore its settings`,
  );
}
