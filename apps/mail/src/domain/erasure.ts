import type { MessageValues } from './mail.ts';

/** Texts of a mail that may name its reader; ids, amounts and dates stay. */
const personal = ['reference', 'name'] as const satisfies readonly (keyof MessageValues)[];

/** The values of a mail without the texts that may name its reader. */
export function withoutPerson(values: unknown): Record<string, unknown> {
  const erased = Object.fromEntries(personal.map((name) => [name, null]));
  return { ...(values as Record<string, unknown>), ...erased };
}
