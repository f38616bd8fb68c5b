import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './livemode.test.ts';

vi.mock(import('../src/registry.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    makeRegistry: (all, isOpen) => ({
      ...sound.makeRegistry(all, isOpen),
      of: ({ processor }) => all.find(({ name }) => name === processor),
      openFor: () => all.filter(isOpen),
    }),
  };
});

export const control: Control = {
  id: 'T33',
  fault: 'Test cards, and statements and keys of test mode, are used for a live account',
  holds: 'They are refused, and no money is taken or credited',
  control: 'a processor serves accounts of either mode',
};
