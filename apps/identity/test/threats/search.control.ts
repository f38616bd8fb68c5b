import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './search.test.ts';

vi.mock(import('../../src/people/users/list-queries.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    readUsersAndTotal: (db, { search, ...filter }, window) =>
      sound.readUsersAndTotal(
        db,
        { ...filter, search: search?.includes('%') ? undefined : search },
        window,
      ),
  };
});

export const control: Control = {
  id: 'T21',
  fault: 'Patterns and quotes in a search',
  holds: 'They match themselves only',
  control: 'identity treats a percent sign as a wildcard',
};
