import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { rendered } from '../prepare/credit-notes.ts';
import { needsToken } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/credit_notes/{credit_note_id}/pdf',
  access: [about('read what the account has', 'creditNote')],
  scenarios: [needsToken, rendered('pdf')],
};
