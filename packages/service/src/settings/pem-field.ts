import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fileOf } from './setting-files.ts';

const BEGIN = '-----BEGIN ';

/** The text of a PEM file, or of a creds file; it may stand in the setting itself. */
export const pemField = z.string().transform((text, context) => {
  if (text.includes(BEGIN)) return text;
  try {
    return readFileSync(text, 'utf8');
  } catch {
    context.addIssue('is no file that can be read');
    return z.NEVER;
  }
});

/** The file of a PEM setting; undefined where the setting holds the text itself. */
export function pemPathOf(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const value = env[fileOf(name)] ?? env[name];
  return value?.includes(BEGIN) ? undefined : value;
}
