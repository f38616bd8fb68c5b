import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /pay/page.js',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'the script', () => openPage('/pay/page.js'))],
};
