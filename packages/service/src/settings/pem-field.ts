import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The text of a PEM file, or of a creds file; it may stand in the setting itself. */
export const pemField = z.string().transform((text, context) => {
  if (text.includes('-----BEGIN ')) return text;
  try {
    return readFileSync(text, 'utf8');
  } catch {
    context.addIssue('is no file that can be read');
    return z.NEVER;
  }
});
