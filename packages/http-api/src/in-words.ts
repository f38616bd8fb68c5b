import type { z } from 'zod';

/** What is wrong with a value whose schema has no words of its own for it. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const article = /^[aeiou]/.test(issue.expected) ? 'an' : 'a';
      return issue.input === undefined
        ? `is missing: send ${article} ${issue.expected}`
        : `must be ${article} ${issue.expected}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} cannot be sent here: leave it out`;
    default:
      return undefined;
  }
}
