import type { z } from 'zod';
import { showControls } from '../fields/controls.ts';
import { nearestName } from './nearest-name.ts';

/** What is wrong with a value whose schema has no words of its own for it. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const wanted = `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    return issue.input === undefined ? `is missing: send ${wanted}` : `must be ${wanted}`;
  }
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String), issue.input);
  return undefined;
}

/** More values than these are no help to read. */
const TOLD_MAX = 6;

function oneOf(values: readonly string[], input: unknown): string {
  if (values.length <= TOLD_MAX)
    return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
  const nearest = typeof input === 'string' ? nearestName(input, values) : undefined;
  const hint = nearest === undefined ? '' : `: did you mean ${nearest}?`;
  return `must be one of the ${values.length} values in GET /v1/openapi.json${hint}`;
}

const NAME_LENGTH_MAX = 60;

/** A name that its sender has made up: of a length that fits into a message. */
export function nameInWords(name: string): string {
  const text = showControls(name.toWellFormed());
  return text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX).toWellFormed()}…` : text;
}
