import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /auth/reset',
  access: 'by knowledge',
  scenarios: [succeeds(200, 'the page', () => openPage('/auth/reset'))],
};
