import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './tax-of-changes.test.ts';

vi.mock(import('../src/domain/invoice/funding.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    fundingAt: (...given) => ({ ...sound.fundingAt(...given), items: new Map() }),
  };
});

export const control: Control = {
  id: 'F65',
  fault: 'A tax rate or the country of a customer changes between an invoice and a plan change',
  holds: 'Unused time gives back the tax of its invoice; the new time bears the tax of now',
  control: 'unused time is taxed by the rates of now',
};
