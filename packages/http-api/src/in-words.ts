import type { z } from 'zod';
import { showControls } from './controls.ts';

/** What is wrong with a value whose schema has no words of its own for it. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const wanted = `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    return issue.input === undefined ? `is missing: send ${wanted}` : `must be ${wanted}`;
  }
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  return undefined;
}

const NAME_LENGTH_MAX = 60;

/** A name that its sender has made up: of a length that fits into a message. */
export function nameInWords(name: string): string {
  const text = showControls(name.toWellFormed());
  return text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX).toWellFormed()}…` : text;
}
