import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listUnknown, unknownInWords } from './unknown-names.ts';

const schema = z
  .object({
    name: z.string(),
    status: z.string().optional(),
    trial_period_days: z.int().nullish(),
    customer_email: z.string().default('none'),
    settings: z.object({ currency: z.string(), language: z.string() }).nullish(),
    items: z.array(z.object({ amount: z.int() })).optional(),
    parts: z.array(z.object({ id: z.string() }).transform(({ id }) => id)).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    free: z.looseObject({ own: z.object({ known: z.string() }) }).optional(),
  })
  .refine(() => true);

const inWords = (value: unknown, answered: readonly string[] = []) =>
  unknownInWords(listUnknown(schema, value), 'member', new Set(answered));

describe('an unknown name', () => {
  it.each([
    [{ nam: 1 }, 'unknown member nam: did you mean name?'],
    [{ Status: 1 }, 'unknown member Status: did you mean status?'],
    [{ 'customer-email': 1 }, 'unknown member customer-email: did you mean customer_email?'],
    [{ customerEmail: 1 }, 'unknown member customerEmail: did you mean customer_email?'],
    [{ trial_days: 1 }, 'unknown member trial_days: did you mean trial_period_days?'],
    [{ email: 1 }, 'unknown member email: did you mean customer_email?'],
    [{ coupon: 1 }, 'unknown member coupon: omit it'],
    [{ '---': 1 }, 'unknown member ---: omit it'],
    [
      { settings: { curency: 1 } },
      'unknown member settings.curency: did you mean settings.currency?',
    ],
    [
      { items: [{ amount: 1 }, { amont: 1 }] },
      'unknown member items.1.amont: did you mean items.1.amount?',
    ],
    [{ parts: [{ ID: 1 }] }, 'unknown member parts.0.ID: did you mean parts.0.id?'],
    [{ free: { any: 1, own: { now: 1 } } }, 'unknown member free.own.now: omit it'],
    [
      { nam: 1, coupon: 1, x: 1, y: 1, z: 1 },
      'unknown members nam (did you mean name?), coupon, x and 2 more',
    ],
    [JSON.parse('{"__proto__": {}, "toString": 1}'), 'unknown members __proto__, toString'],
  ])('is reported with the nearest known name: %j', (value, message) => {
    expect(inWords(value)).toBe(message);
  });

  it('is distinguished from a member of the response', () => {
    expect(inWords({ id: 1, coupon: 1 }, ['id', 'name'])).toBe(
      'unknown member coupon: omit it; id cannot be set here',
    );
    expect(inWords({ settings: { id: 1 } }, ['id'])).toMatch(/^unknown member settings\.id: /);
  });

  it('is shortened and cleaned for the message', () => {
    const message = inWords({ [`\u001b[2J\u202e${'x'.repeat(10_000)}`]: 1 });
    expect(message.length).toBeLessThan(120);
    expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it.each([
    { name: 'x', settings: null, items: [], metadata: { any: { thing: 1 } }, free: { any: 1 } },
    { settings: 'USD', items: [7, null, []] },
    [],
    null,
    'text',
  ])('is the only kind of fault reported: %j', (value) => {
    expect(listUnknown(schema, value)).toEqual([]);
  });

  it('costs little in any number', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}${'y'.repeat(90)}`, 1]),
    );
    // CPU time, which is independent of a busy machine. It takes milliseconds.
    const began = process.cpuUsage().user;
    expect(inWords(many)).toMatch(/ and 9997 more$/);
    expect(process.cpuUsage().user - began).toBeLessThan(250_000);
  });
});
