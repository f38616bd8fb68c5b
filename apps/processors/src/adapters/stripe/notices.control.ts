import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './notices.test.ts';

vi.mock(import('./signature-time.ts'), async (load) => ({
  ...(await load()),
  isOfNow: () => true,
}));

export const control: Control = {
  id: 'T51',
  fault: 'A webhook of Stripe is signed with a time in the future, or with several times',
  holds: 'It is refused, as an old one is',
  control: 'processors leave the time of a signature to the library of Stripe',
};
