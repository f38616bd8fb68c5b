import { z } from 'zod';

/**
 * Text that is only compared. Its length and characters are nobody's business here: rules for
 * what is chosen may change, and what never fitted them is simply wrong.
 */
export const credentialField = z.string({ error: 'must be a string' }).min(1, 'must not be empty');
