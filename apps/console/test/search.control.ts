import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import { foundKinds } from '../src/domain/search.ts';
import type { SearchAccess } from '../src/search/access.ts';
import './search.test.ts';

vi.mock(import('../src/search/access.ts'), async (load) => ({
  ...(await load()),
  searchAccessOf: () => ({
    kinds: Object.keys(foundKinds) as SearchAccess['kinds'],
    accountId: 'all',
  }),
}));

export const control: Control = {
  id: 'T42',
  fault: 'Searches for objects of another account, or outside the role or key of the caller',
  holds: 'No results',
  control: 'the console searches all objects for every caller',
};
