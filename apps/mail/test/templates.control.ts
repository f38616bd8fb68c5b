import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './templates.test.ts';

vi.mock(import('../src/templates/words.ts'), async (load) => ({
  ...(await load()),
  refusalOf: () => undefined,
}));

export const control: Control = {
  id: 'T40',
  fault: 'Texts of a seller that name secrets, or contain markup, headers or invisible characters',
  holds: 'They are refused, or appear in the mail as plain text',
  control: 'mail accepts any text of a seller',
};
