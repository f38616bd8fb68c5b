import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './tax-ids.test.ts';

vi.mock(import('../src/domain/tax/ids.ts'), async (load) => ({
  ...(await load()),
  verifiedIds: (taxIds) => taxIds.map(({ value }) => value),
}));

export const control: Control = {
  id: 'T68',
  fault:
    'A customer of a live account has a VAT ID that no tax office knows, or VIES and HMRC are down',
  holds:
    'The customer is charged tax until an office or a person verifies the id, and no check is lost',
  control: 'every VAT ID with the right check digits decides about tax',
};
