import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './mass-assignment.test.ts';

vi.mock(import('../../src/domain/user-change.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    decideFirstMembership: (caller, request) =>
      sound.decideMembership(caller, sound.noMembership, request),
  };
});

export const control: Control = {
  id: 'T11',
  fault: 'Requests that create or change users set members that callers may not choose',
  holds: 'The members have no effect',
  control: 'identity lets the caller choose the account of a new user',
};
