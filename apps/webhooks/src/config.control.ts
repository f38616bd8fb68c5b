import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './config.test.ts';

vi.mock(import('./config.ts'), async (load) => {
  const sound = await load();
  return { ...sound, readConfig: (env) => ({ ...sound.readConfig(env), keepsAnswers: true }) };
});

export const control: Control = {
  id: 'T45',
  fault: 'A webhook endpoint inside the network, to read what servers there answer',
  holds: 'No account can read the responses of internal receivers, except in development',
  control: 'webhooks keeps every response',
};
