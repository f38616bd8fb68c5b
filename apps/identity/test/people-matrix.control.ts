import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './people-matrix.test.ts';

vi.mock(import('../src/domain/access.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    mayActOn: (actor, person, what) =>
      sound.mayActOn(actor, person, what) ||
      (what === 'raise_status' && actor.userId === person.id),
  };
});

export const control: Control = {
  id: 'T60B',
  fault:
    '8 actors do 13 acts to people in 12 relations to an account: 1,248 cells, each by its door',
  holds: 'Every cell answers as a table written by hand says, and a refusal changes nothing',
  control: 'identity lets people raise their own status',
};
