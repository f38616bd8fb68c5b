import { describe, expect, it } from 'vitest';
import { cardFields, readCard } from './card-form.ts';

const NOW = Date.UTC(2026, 0, 31, 23, 59);
const read = (change: object, now = NOW) =>
  readCard(
    cardFields.parse({ card_number: '4242424242424242', expiry: '02/26', cvc: '123', ...change }),
    now,
  );

describe('a typed card', () => {
  it('is accepted with spaces, hyphens and short forms', () => {
    expect(read({ card_number: ' 4242-4242 4242\u00a04242', name: ' Ada ' })).toEqual({
      card: { number: '4242424242424242', expMonth: 2, expYear: 2026, cvc: '123', name: 'Ada' },
    });
    const amex = { card_number: '378282246310005', expiry: '12 / 2030', cvc: ' 1234 ' };
    expect(read(amex)).toMatchObject({ card: { expMonth: 12, expYear: 2030, cvc: '1234' } });
  });

  it('is valid until the end of its month', () => {
    expect(read({ expiry: '01/26' })).toHaveProperty('card');
    expect(read({ expiry: '01/26' }, Date.UTC(2026, 1, 1))).toEqual({
      errors: { expiry: 'expired' },
    });
  });

  it.each<[string, string, string]>([
    ['card_number', '42424242424', 'digits'],
    ['card_number', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'digits'],
    ['card_number', '424242424242424', 'length'],
    ['card_number', '4242424242424241', 'check'],
    ['expiry', '0/30', 'expiry'],
    ['expiry', '1.5', 'expiry'],
    ['expiry', '02/57', 'far_ahead'],
    ['cvc', '1234', 'code_of_3'],
    ['cvc', '', 'code_of_3'],
    ['name', 'x'.repeat(201), 'long_name'],
  ])('is refused for its %s %s, and for nothing else', (field, value, fault) => {
    expect(read({ [field]: value })).toEqual({ errors: { [field]: fault } });
  });

  it('has an error in every field if nothing was typed', () => {
    const empty = { card_number: '', expiry: '', cvc: '' };
    expect(read(empty)).toEqual({
      errors: { card_number: 'digits', expiry: 'expiry', cvc: 'code' },
    });
  });
});
