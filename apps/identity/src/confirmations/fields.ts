import { z } from 'zod';

/** Accepts any text, since it is only compared with known tokens. */
export const tokenField = z
  .string({ error: 'must be the token of a mail' })
  .min(1, 'must be the token of a mail')
  .max(200, 'must be the token of a mail')
  .meta({ description: 'Token from the link in a mail.' });
