import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /pay/page.css',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'the style', () => openPage('/pay/page.css'))],
};
