import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /console',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'its first page', () => openPage('/console'))],
};
