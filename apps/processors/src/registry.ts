import { AppError, isLive, type Uuid } from '@florin/contracts';
import type { Processor } from './contract/processor.ts';

/** Whom something was begun by: a processor whose key was one of test mode is another one live. */
export interface BegunBy {
  /** Its name. */
  readonly processor: string;
  readonly livemode: boolean;
}

/** The processors that work here, the one that takes most payments first. */
export interface Registry {
  readonly all: readonly Processor[];
  /** Of these, those by which something may begin now. */
  readonly open: readonly Processor[];
  /** In whatever mode; undefined for one that is not set up. */
  find(name: string): Processor | undefined;
  /** Undefined where it is not set up, or no longer, or in the other mode only. */
  of(begun: BegunBy): Processor | undefined;
  /** By which something may begin now for an account: those of its own mode. */
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

/** @throws AppError unavailable where it is not set up any more */
export function mustHave(registry: Pick<Registry, 'of'>, begun: BegunBy): Processor {
  const processor = registry.of(begun);
  if (processor) return processor;
  const mode = begun.livemode ? 'live' : 'test';
  throw new AppError(
    'unavailable',
    `the processor ${begun.processor} is not set up here any more in ${mode} mode: give its settings back`,
  );
}
