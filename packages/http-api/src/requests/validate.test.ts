import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validate } from './validate.ts';

const schema = z.object({
  type: z.enum(['individual', 'business']),
  settings: z.object({}).optional(),
  tags: z.array(z.string()).optional(),
  name: z.string({ error: 'must be a string' }).optional(),
});

describe('a value that a schema refuses', () => {
  it.each([
    ['nothing', undefined, 'the body: is missing: send an object'],
    ['a list', [], 'the body: must be an object'],
    ['no type', {}, 'type: must be one of individual, business'],
    ['another type', { type: 'club' }, 'type: must be one of individual, business'],
    ['a list of settings', { type: 'business', settings: [] }, 'settings: must be an object'],
    ['text as tags', { type: 'business', tags: 'a' }, 'tags: must be an array'],
    ['a name that is no text', { type: 'business', name: 7 }, 'name: must be a string'],
    [
      'a field that there is not',
      { type: 'business', colour: 'green' },
      'unknown member colour: leave it out',
    ],
  ])('is named in words: %s', (_what, value, message) => {
    expect(() => validate(schema, value, 'body')).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });
});
