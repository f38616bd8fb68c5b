import { makeRegistry as makeSound } from '@florin/processors/src/registry.ts';

export * from '@florin/processors/src/registry.ts';

/** Takes a processor for one of every account, whatever the mode of its key. */
export const makeRegistry: typeof makeSound = (all, isOpen) => ({
  ...makeSound(all, isOpen),
  of: ({ processor }) => all.find(({ name }) => name === processor),
  openFor: () => all.filter(isOpen),
});
