import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { isAmount, readQuestion } from './question.ts';

describe('an id', () => {
  it('is recognized', () => {
    const id = newId();
    const question = readQuestion(` ${toPublicId('customer', id)} `);
    expect(question).toEqual({ by: 'id', kind: 'customer', from: id, to: id });
  });

  it('is found by its prefix', () => {
    const id = newId();
    const question = readQuestion(toPublicId('paymentRequest', id).slice(0, 12));
    if (question.by !== 'id') throw new Error('it was read as words');
    expect(question.kind).toBe('payment');
    expect([question.from, id, question.to].toSorted()).toEqual([question.from, id, question.to]);
  });

  it.each(['ses_01h455vb4pex5vsknk00000001', 'cus_', 'cus_uuuu', 'xx_01h455'])(
    'treats other text as words: %s',
    (text) => {
      expect(readQuestion(text).by).toBe('words');
    },
  );
});

describe('an amount', () => {
  it.each([
    ['129', 'EUR', 12_900],
    ['129', 'JPY', 129],
    ['129.00', 'EUR', 12_900],
    ['129,5', 'EUR', 12_950],
    ['1.299,00', 'EUR', 129_900],
    ["1'299.00", 'CHF', 129_900],
    ['1,299', 'USD', 129_900],
    ['-3 eur', 'EUR', -300],
    ['EUR 3', 'EUR', 300],
    ['1.5', 'KWD', 1_500],
  ])('%s of %s is %i', (text, currency, amount) => {
    const question = readQuestion(text);
    if (question.by !== 'words' || !question.money) throw new Error('it was taken for no amount');
    expect(isAmount(question.money, amount, currency)).toBe(true);
    expect(isAmount(question.money, amount + 1, currency)).toBe(false);
  });

  it('does not match another currency', () => {
    const question = readQuestion('3 EUR');
    if (question.by !== 'words' || !question.money) throw new Error('it was taken for no amount');
    expect(isAmount(question.money, 300, 'USD')).toBe(false);
  });

  it.each(['1.2.3', '3 4', 'order 3', '1.299.00', '99999999999999999'])(
    '%s is not an amount',
    (text) => {
      const question = readQuestion(text);
      expect(question.by === 'words' && question.money).toBeUndefined();
    },
  );
});
