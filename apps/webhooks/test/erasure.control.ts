import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './erasure.test.ts';

vi.mock(import('../src/erasures/redact-log.ts'), async (load) => ({
  ...(await load()),
  redactLog: async () => false,
}));

export const control: Control = {
  id: 'T67',
  fault: 'A customer is anonymized whose name is in events that were logged before and come after',
  holds: 'No event of the log names the customer, and events of other customers stay as they are',
  control: 'the service records the erasure and redacts nothing',
};
