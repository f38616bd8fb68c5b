import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fileOf } from './setting-files.ts';

const BEGIN = '-----BEGIN ';

/** Contents of a PEM or creds file, given as a path or as text. */
export const pemField = z.string().transform((text, context) => {
  if (text.includes(BEGIN)) return text;
  try {
    return readFileSync(text, 'utf8');
  } catch {
    context.addIssue('is not a readable file');
    return z.NEVER;
  }
});

/** The file of a PEM setting; undefined if the setting contains the text. */
export function pemPathOf(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const value = env[fileOf(name)] ?? env[name];
  return value?.includes(BEGIN) ? undefined : value;
}
