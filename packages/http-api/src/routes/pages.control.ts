import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './pages.test.ts';

vi.mock(import('../requests/read-body.ts'), async (load) => ({
  ...(await load()),
  isForm: () => false,
}));

export const control: Control = {
  id: 'T50',
  fault:
    'The form of a page comes with fields of the browser, and JSON comes with members that no one declared',
  holds: 'The page takes its own fields and leaves the others out; JSON is refused',
  control: 'a service that refuses every field that a page does not read',
};
