import { z } from 'zod';
import { LINES } from './controls.ts';
import { text } from './fields.ts';

/** Multi-line text. */
export function linesField(lengthMax: number) {
  const isLine = (line: string) => line.trim() === '' || text(lengthMax).safeParse(line).success;
  return z
    .string({ error: 'must be a string' })
    .max(lengthMax, `must have at most ${lengthMax} characters`)
    .refine((lines) => lines.split('\n').every(isLine), {
      error: 'must be plain text without invisible characters',
    })
    .meta({ pattern: LINES });
}
