import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inWords } from './in-words.ts';

type Code = z.core.$ZodIssueCode;

/** A schema without custom messages, a value that it refuses, and our message. */
type Case = readonly [schema: z.ZodType, value: unknown, message: string];

const FORMS = 'matches none of the accepted forms; see GET /v1/openapi.json';

/** Every issue code of the installed zod version; a missing one is a compile error. */
const cases = {
  invalid_type: [
    [z.string(), undefined, 'is required'],
    [z.string(), 7, 'must be a string'],
    [z.int(), 'a', 'must be a number'],
    [z.int(), 1.5, 'must be an integer'],
    [z.boolean(), 1, 'must be true or false'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 1, 'must be an object'],
    [z.date(), 1, 'has an invalid type; see GET /v1/openapi.json'],
  ],
  invalid_value: [
    [z.literal('a'), 'b', 'must be a'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'ab', 'must have at least 3 characters'],
    [z.string().length(3), 'ab', 'must have exactly 3 characters'],
    [z.array(z.string()).min(2), [], 'must have at least 2 items'],
    [z.number().min(2), 1, 'must be at least 2'],
    [z.number().gt(2), 2, 'must be more than 2'],
    [z.date().min(new Date(0)), new Date(-1), 'must be at least 1970-01-01T00:00:00.000Z'],
  ],
  too_big: [
    [z.string().max(1), 'ab', 'must have at most 1 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 items'],
    [z.number().max(2), 3, 'must be at most 2'],
    [z.number().lt(2), 2, 'must be less than 2'],
  ],
  invalid_format: [
    [z.email(), 'a', 'must be an email address'],
    [z.uuid(), 'a', 'must be a UUID'],
    [z.string().regex(/^a$/), 'b', 'has an invalid format; see GET /v1/openapi.json'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 3, 'must be a multiple of 5']],
  unrecognized_keys: [
    [z.strictObject({}), { a: 1 }, 'has unknown members a; omit them'],
    [
      z.strictObject({}),
      { a: 1, b: 1, c: 1, d: 1 },
      'has unknown members a, b, c and 1 more; omit them',
    ],
  ],
  invalid_union: [
    [z.string().or(z.boolean()), 1, FORMS],
    [z.string().or(z.boolean()), undefined, 'is required'],
  ],
  invalid_key: [
    [
      z.record(z.string().min(2), z.string()),
      { a: 'b' },
      'has a member with an invalid name; see GET /v1/openapi.json',
    ],
  ],
  invalid_element: [
    [
      z.map(z.object({}), z.string()),
      new Map([[{}, 2]]),
      'has an invalid item; see GET /v1/openapi.json',
    ],
  ],
  custom: [[z.string().refine(() => false), 'a', 'has an invalid value; see GET /v1/openapi.json']],
} as const satisfies Readonly<Record<Code, readonly Case[]>>;

/** zod's message for the same value. */
const ofZod = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0];

const listed: readonly (readonly [string, Case])[] = Object.entries(cases).flatMap(([code, some]) =>
  some.map((each) => [code, each] as const),
);

describe('a zod issue gets our message', () => {
  it.each(listed)('%s: %#', (code, [schema, value, message]) => {
    const { error } = schema.safeParse(value, { error: inWords });
    expect(error?.issues.map((issue) => [issue.code, issue.message])).toContainEqual([
      code,
      message,
    ]);
    expect(ofZod(schema, value)?.message).not.toBe(message);
  });
});
