import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /dev/mail',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'what has arrived', () => openPage('/dev/mail'))],
};
