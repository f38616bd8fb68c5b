import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './statements.test.ts';

vi.mock(import('../src/statements/account.ts'), async (load) => ({
  ...(await load()),
  refusalOfAccount: () => undefined,
}));

export const control: Control = {
  id: 'T49',
  fault:
    'A bank statement of another bank account, another currency or no account names live payments',
  holds: 'It is refused whole, and pays nothing',
  control: 'processors read every statement that they are given',
};
