import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /console/{screen}/{object}',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'an object', () => openPage('/console/customers/cus_1'))],
};
