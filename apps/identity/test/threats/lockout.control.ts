import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './lockout.test.ts';

vi.mock(import('../../src/records/vacancies.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    refuseIfVacant: (tx, { before, ...change }) =>
      sound.refuseIfVacant(tx, { ...change, before: { ...before, guestIn: [] } }),
  };
});

export const control: Control = {
  id: 'T61',
  fault:
    'The first account of a person who alone owns another one closes; owners leave, are removed, demoted, suspended and deleted at once',
  holds: 'Every open account keeps an active owner who can log in',
  control: 'identity looks for a last owner in the first account alone',
};
