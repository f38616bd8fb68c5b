import { describe, expect, it } from 'vitest';
import { cardFields, readCard } from './card-form.ts';

const NOW = Date.UTC(2026, 0, 31, 23, 59);
const read = (change: object, now = NOW) =>
  readCard(
    cardFields.parse({
      card_number: '4242424242424242',
      exp_month: '2',
      exp_year: '26',
      cvc: '123',
      ...change,
    }),
    now,
  );

describe('a card that was typed', () => {
  it('is read with spaces, hyphens and short forms', () => {
    expect(read({ card_number: ' 4242-4242 4242\u00a04242', name: ' Ada ' })).toEqual({
      card: { number: '4242424242424242', expMonth: 2, expYear: 2026, cvc: '123', name: 'Ada' },
    });
    expect(read({ exp_month: '12', exp_year: '2030', cvc: '1234' })).toMatchObject({
      card: { expMonth: 12, expYear: 2030, cvc: '1234' },
    });
  });

  it('is good until the end of its month', () => {
    const form = { exp_month: '01', exp_year: '2026' };
    expect(read(form)).toHaveProperty('card');
    expect(read(form, Date.UTC(2026, 1, 1))).toEqual({
      errors: { exp_year: 'expired' },
    });
  });

  it('is good until the end of December too', () => {
    const form = { exp_month: '12', exp_year: '2025' };
    expect(read(form, Date.UTC(2025, 11, 31, 23))).toHaveProperty('card');
    expect(read(form, Date.UTC(2026, 0, 1))).toHaveProperty('errors');
  });

  it.each<[string, string, string]>([
    ['card_number', '42424242424', 'number'],
    ['card_number', '42424242424242424242', 'number'],
    ['card_number', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'number'],
    ['exp_month', '0', 'month'],
    ['exp_month', '1.5', 'month'],
    ['exp_month', '002', 'month'],
    ['exp_year', '202', 'year'],
    ['exp_year', '-1', 'year'],
    ['exp_year', '2057', 'far_ahead'],
    ['cvc', '12345', 'security_code'],
    ['cvc', '', 'security_code'],
    ['name', 'x'.repeat(201), 'long_name'],
  ])('is refused for its %s %s, and for nothing else', (field, value, fault) => {
    expect(read({ [field]: value })).toEqual({ errors: { [field]: fault } });
  });

  it('has every field wrong when nothing was typed', () => {
    const empty = { card_number: '', exp_month: '', exp_year: '', cvc: '' };
    expect(Object.keys((read(empty) as { errors: object }).errors)).toEqual(Object.keys(empty));
  });
});
