import { describe, expect, it } from 'vitest';
import { requestPayment } from './payment-builders.ts';
import { goodForm, payBy, visit } from './payment-page.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger({ withProcessors: true });
let account: TestAccount;

async function request(change: object = {}) {
  account = await ledger().openAccount();
  return (await requestPayment(account, change)).body;
}
const statusOf = async (id: string) =>
  (await account.call('GET', `/v1/payments/${id}`)).body.status;
const creditsOf = async () => (await account.call('GET', '/v1/transactions?type=credit')).body.data;

describe('GET /pay/{token}', () => {
  it('shows the amount due, with a form that works without scripts', async () => {
    const { payment_url } = await request({ amount: 123_456, reference: 'order 7' });
    const { status, headers, title, text } = await visit(ledger(), payment_url);
    expect([status, title]).toEqual([200, 'Pay $1,234.56']);
    expect(text).toContain('order 7');
    expect(text).toContain('<form method="post">');
    for (const name of Object.keys(goodForm)) expect(text).toContain(`name="${name}"`);
    // Nothing inline: no script, no style, no handler.
    expect(text).not.toMatch(/<script(?! src="\.\/page\.js" defer><)|<style|\s(on\w+|style)=/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
  });

  it('does not disclose other parties', async () => {
    const { payment_url, id, account_id } = await request({ metadata: { secret: 'inside' } });
    const { text } = await visit(ledger(), payment_url);
    for (const secret of [id, account_id, 'inside', 'customer@example.com'])
      expect(text).not.toContain(secret);
  });

  it.each(['x', 'A'.repeat(43), 'A'.repeat(44), '%ff', '..%20'])(
    'shows a friendly page for an invalid link: %s',
    async (token) => {
      for (const form of [undefined, goodForm]) {
        const answer = await visit(ledger(), `/pay/${token}`, form);
        expect([answer.status, answer.title]).toEqual([404, 'Page not found']);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      }
    },
  );
});

describe('POST /pay/{token}', () => {
  it('pays: one credit, a receipt, and its events', async () => {
    const made = await request({ reference: 'order 8', metadata: { order: 8 } });
    const receipt = await payBy(ledger(), made.payment_url);
    expect(receipt.title).toBe('Paid. Thank you!');
    expect(receipt.text).toContain('Visa ending in 4242');

    const [credit, ...more] = await creditsOf();
    expect(more).toEqual([]);
    expect(credit).toMatchObject({
      type: 'credit',
      status: 'succeeded',
      amount: 1000,
      reference: 'order 8',
      metadata: { payment_id: made.id },
    });
    const { body } = await account.call('GET', `/v1/payments/${made.id}`);
    expect(body).toMatchObject({
      status: 'succeeded',
      transaction_id: credit.id,
      updated_at: credit.created_at,
    });
    expect(await account.balance()).toMatchObject({ available: 1000 });
    const { rows } = await ledger().superuser.query(
      `select type, body::json->'data'->'previous' as previous from outbox
        where body::json->>'account_id' = $1 order by position`,
      [account.id],
    );
    expect(rows).toEqual([
      { type: 'payment.created', previous: null },
      { type: 'transaction.created', previous: null },
      {
        type: 'payment.succeeded',
        previous: { status: 'pending', transaction_id: null, updated_at: made.created_at },
      },
    ]);
  });

  it('can be paid once', async () => {
    const { payment_url } = await request();
    await payBy(ledger(), payment_url);
    expect((await payBy(ledger(), payment_url)).title).toBe('Paid. Thank you!');
    expect(await creditsOf()).toHaveLength(1);
  });

  it.each([
    ['4000000000000002', 'The bank gave no reason. You can try 4 more times.'],
    ['4000000000009995', 'The card has insufficient funds'],
    ['5555555555554444', 'Only test cards are accepted here.'],
  ])('shows why %s was declined, and lets another card pay', async (number, reason) => {
    const { id, payment_url } = await request();
    const declined = await payBy(ledger(), payment_url, number);
    expect(declined.title).toBe('The card was declined. Pay $10.00');
    expect(declined.text).toContain(reason);
    expect(await statusOf(id)).toBe('pending');
    expect((await payBy(ledger(), payment_url)).title).toBe('Paid. Thank you!');
    expect(await creditsOf()).toHaveLength(1);
  });

  it('accepts the card that can be saved', async () => {
    const { payment_url } = await request();
    expect((await payBy(ledger(), payment_url, '4000000000000341')).title).toBe('Paid. Thank you!');
  });

  it('fails at the fifth decline, after counting down', async () => {
    const { id, payment_url } = await request();
    for (const left of ['4 more times', '3 more times', '2 more times', 'one more time']) {
      const { text } = await payBy(ledger(), payment_url, '4000000000000002');
      expect(text).toContain(`You can try ${left}.`);
      expect(await statusOf(id)).toBe('pending');
    }
    const last = await payBy(ledger(), payment_url, '4000000000000002');
    expect(last.title).toBe('This payment was declined too often');
    expect(await statusOf(id)).toBe('failed');
    expect((await payBy(ledger(), payment_url)).title).toBe('This payment was declined too often');
    expect(await creditsOf()).toEqual([]);
    const cancel = await account.call('POST', `/v1/payments/${id}/cancel`);
    expect([cancel.status, cancel.body.error]).toEqual([409, 'not_cancellable']);
    const { rows } = await ledger().superuser.query(
      `select type, body::json->'data'->'object'->>'decline_code' as code from outbox
        where body::json->>'account_id' = $1 and type like 'payment.%' order by position`,
      [account.id],
    );
    expect(rows).toEqual([
      { type: 'payment.created', code: null },
      { type: 'payment.failed', code: 'generic_decline' },
    ]);
  });

  it.each([
    ['card_number', '', '12 to 19 digits'],
    ['card_number', '4242 4242', '12 to 19 digits'],
    ['card_number', '4242x42424242424', '12 to 19 digits'],
    ['card_number', '4242 4242 4242 424', 'too many or too few digits'],
    ['card_number', '4242 4242 4242 4241', 'a digit is mistyped'],
    ['expiry', '13/30', 'Enter the month and year'],
    ['expiry', '', 'Enter the month and year'],
    ['expiry', '129', 'Enter the month and year'],
    ['expiry', '12/2020', 'has expired'],
    ['expiry', '12/20', 'has expired'],
    ['expiry', '12/2090', 'too far in the future'],
    ['cvc', '12', '3 digits of the security code'],
    ['cvc', '1234', '3 digits of the security code'],
    ['cvc', 'abc', '3 digits of the security code'],
  ])('asks to correct %s "%s", which uses up no attempt', async (field, value, message) => {
    const { payment_url } = await request();
    const answer = await visit(ledger(), payment_url, { ...goodForm, [field]: value });
    const title = 'You have not paid yet. Please correct: Pay $10.00';
    expect([answer.status, answer.title]).toEqual([400, title]);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain('value="Ada Lovelace"');
    expect(answer.text).not.toContain('4242');
    const { rows } = await ledger().superuser.query(
      `select from payment_attempts where account_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([]);
  });

  it('asks for the four digits of an American Express card', async () => {
    const { payment_url } = await request();
    const amex = { ...goodForm, card_number: '3782 822463 10005' };
    const answer = await visit(ledger(), payment_url, amex);
    expect(answer.text).toContain('4 digits of the security code on the front');
    const tried = await visit(ledger(), payment_url, { ...amex, cvc: '1234' });
    expect(tried.status).toBe(303);
  });

  it.each([
    ['no name, and a number with hyphens', { card_number: '4242-4242-4242-4242', expiry: '1/30' }],
    ['digits alone', { expiry: '1230' }],
    ['the year in full', { expiry: '12 / 2030' }],
  ])('accepts %s', async (_what, change) => {
    const { payment_url } = await request();
    const { name: _, ...form } = goodForm;
    expect((await visit(ledger(), payment_url, { ...form, ...change })).status).toBe(303);
    expect((await visit(ledger(), payment_url)).title).toBe('Paid. Thank you!');
  });

  it('escapes all text of other parties', async () => {
    const evil = `"><script>alert('1')</script>&amp;`;
    const { payment_url } = await request({ reference: evil });
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;';
    const pages = [
      await visit(ledger(), payment_url),
      await visit(ledger(), payment_url, { ...goodForm, cvc: '', name: evil }),
      await visit(ledger(), payment_url, { ...goodForm, cvc: evil, expiry: evil, name: evil }),
      await payBy(ledger(), payment_url),
    ];
    for (const { text } of pages) {
      expect(text).toContain(escaped);
      expect(text).not.toContain('<script>');
    }
  });

  it.each([
    ['JPY', 1234, '¥1,234'],
    ['KWD', 1234, 'KWD\u00a01.234'],
    ['EUR', 5, '€0.05'],
    ['USD', 999_999_999_999, '$9,999,999,999.99'],
  ])('shows an amount in %s', async (currency, amount, shown) => {
    account = await ledger().openAccount({ currency });
    const { body } = await requestPayment(account, { currency, amount });
    expect((await visit(ledger(), body.payment_url)).title).toBe(`Pay ${shown}`);
  });

  it.each([
    ['text/plain', 'card_number=1'],
    ['application/x-www-form-urlencoded', 'cvc=1&cvc=2'],
    ['application/x-www-form-urlencoded', '\xff'],
    ['application/json', '{"cvc": 1}'],
  ])('shows a page for a request without a form: %s', async (type, body) => {
    const { payment_url } = await request();
    const bytes = Uint8Array.from(Buffer.from(body, 'latin1'));
    const { status, title } = await visit(ledger(), payment_url, { type, bytes });
    expect([status, title]).toEqual([400, 'Invalid request']);
  });
});
