import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './sending.test.ts';

vi.mock(import('../src/domain/retries.ts'), async (load) => ({
  ...(await load()),
  toStored: (result) =>
    result.outcome === 'sent'
      ? { status: 'sent', reason: null }
      : { status: 'failed', reason: result.reason },
}));

export const control: Control = {
  id: 'F39',
  fault:
    'A mail server is down, slow or full, refuses an address or dies after it accepted a mail; mail is killed; an event arrives twice; 1000 mails at once',
  holds: 'Each mail is sent once, or again under the same Message-ID where the result is unknown',
  control: 'mail tries each mail once',
};
