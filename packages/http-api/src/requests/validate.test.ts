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
    ['nothing', undefined, 'the body: is required'],
    ['a list', [], 'the body: must be an object'],
    ['no type', {}, 'type: is required'],
    ['another type', { type: 'club' }, 'type: must be one of individual, business'],
    ['a list of settings', { type: 'business', settings: [] }, 'settings: must be an object'],
    ['text as tags', { type: 'business', tags: 'a' }, 'tags: must be an array'],
    ['a name that is no text', { type: 'business', name: 7 }, 'name: must be a string'],
    [
      'a field that there is not',
      { type: 'business', colour: 'green' },
      'unknown member colour: omit it',
    ],
  ])('is described: %s', (_what, value, message) => {
    expect(() => validate(schema, value, 'body')).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });
});

const order = z.object({
  email: z.string({ error: 'must be an email address' }),
  amount: z.int({ error: 'must be an integer' }).min(1, 'must be at least 1'),
  items: z.array(z.object({ name: z.string({ error: 'must be a string' }) })).optional(),
  note: z.string().optional(),
});

describe('all missing, invalid and unknown members', () => {
  it.each([
    ['every missing one', {}, 'email: is required; amount: is required'],
    ['missing and wrong ones', { amount: 'x' }, 'email: is required; amount: must be an integer'],
    [
      'those of a list',
      { email: 'a', amount: 1, items: [{}, { name: 'x' }, { name: 1 }] },
      'items.0.name: is required; items.2.name: must be a string',
    ],
    [
      'unknown ones first',
      { emial: 'a', amount: 0 },
      'unknown member emial: did you mean email?; email: is required; amount: must be at least 1',
    ],
    [
      'an unknown one beside text that cannot be stored',
      { email: 'a\0', amount: 1, note: '\ud800', colour: 1 },
      'unknown member colour: omit it; email: must not contain NUL or broken surrogates; note: must not contain NUL or broken surrogates',
    ],
  ])('are reported together: %s', (_what, value, message) => {
    expect(() => validate(order, value, 'body')).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });

  it('are counted beyond twenty', () => {
    const items = Array.from({ length: 23 }, () => ({}));
    const refused = () => validate(order, { email: 'a', amount: 1, items }, 'body');
    expect(refused).toThrow(/items\.19\.name: is required; and 3 more$/);
    expect(refused).not.toThrow(/items\.20/);
  });
});
