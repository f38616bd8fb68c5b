import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payee } from '../src/payments/payee.ts';
import { startAccountsPeer } from './accounts-peer.ts';
import { requestPayment } from './payment-builders.ts';
import { goodForm, payBy, visit } from './payment-page.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

const BACK = 'https://shop.example/paid?order=7&x="';

let peer: Awaited<ReturnType<typeof startAccountsPeer>>;
let ledger: TestLedger;
beforeAll(async () => {
  peer = await startAccountsPeer();
  ledger = await startLedger({ accountsAddresses: peer.addresses, withProcessors: true });
});
afterAll(async () => {
  await ledger.stop();
  await peer.stop();
});

async function request(payee: Partial<Payee> = {}, change: object = {}, currency = 'EUR') {
  const account = await ledger.openAccount({ currency });
  const returnUrls = ['https://shop.example/paid'];
  const known = {
    name: 'Ada & Söhne',
    language: 'en',
    timezone: 'Europe/Zurich',
    returnUrls,
    isClosed: false,
  };
  peer.know(account.id, { ...known, ...payee });
  return requestPayment(account, { currency, amount: 123_456, ...change });
}

async function open(payee: Partial<Payee>, headers = {}) {
  const { body } = await request(payee);
  return visit(ledger, body.payment_url, undefined, headers);
}

describe('a payment page', () => {
  it.each([
    ['en', 'Pay €1,234.56'],
    ['de', '1.234,56\u00a0€ bezahlen'],
    ['de-CH', 'EUR\u00a01&#39;234.56 bezahlen'],
    ['fr', 'Payer 1\u202f234,56\u00a0€'],
    ['es', 'Pagar 1234,56\u00a0€'],
  ])('uses the account’s language: %s', async (language, title) => {
    const page = await open({ language }, { 'Accept-Language': 'ja' });
    expect(page.title).toBe(title);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.headers.get('content-language')).toBe(language);
  });

  it.each([
    ['the one that was chosen', 'en', 'de', 'en'],
    ['the browser’s, which precedes the default', undefined, 'de', 'de'],
    ['English where the browser wants none that there is', undefined, 'ja', 'en'],
  ])('is available in %s', async (_what, language, browser, spoken) => {
    const page = await open({ language }, { 'Accept-Language': browser });
    expect(page.headers.get('content-language')).toBe(spoken);
  });

  it('uses the browser’s language if the account’s is unsupported, also for errors', async () => {
    const browser = { 'Accept-Language': 'pt, fr;q=0.8, de;q=0.9' };
    expect((await open({ language: 'ja' }, browser)).text).toContain('<html lang="de">');
    const lost = await visit(ledger, `/pay/${'A'.repeat(43)}`, undefined, browser);
    expect([lost.status, lost.title]).toEqual([404, 'Seite nicht gefunden']);
    const broken = await visit(ledger, '/pay/%ff', undefined, browser);
    expect([broken.status, broken.title]).toEqual([404, 'Seite nicht gefunden']);
  });

  it.each([
    ['a long name', 'Ä'.repeat(200), 'Ä'.repeat(200)],
    ['markup', '<b onclick="x">\u2067', '&lt;b onclick=&quot;x&quot;&gt;\ufffd'],
    ['text from right to left', 'متجر آدا', 'متجر آدا'],
    ['controls from before they were refused', 'A\u202eda\u2069\u009b\n', 'A\ufffdda\ufffd\ufffd '],
  ])('shows the payee, for any name: %s', async (_what, name, shown) => {
    const { text } = await open({ name });
    expect(text).toContain(`<p class="payee" dir="auto">${shown}</p>`);
  });

  it('works without the payee’s name', async () => {
    const account = await ledger.openAccount();
    const { body } = await requestPayment(account);
    expect((await visit(ledger, body.payment_url)).title).toBe('Pay $10.00');
  });

  it('has a complete receipt, in the account’s time zone', async () => {
    const { body } = await request({ language: 'de' }, { reference: 'طلب 7' });
    const { text, title } = await payBy(ledger, body.payment_url);
    expect(title).toBe('Bezahlt. Vielen Dank!');
    for (const part of ['Ada &amp; Söhne', '1.234,56', 'dir="auto">طلب 7<', 'Visa mit'])
      expect(text).toContain(part);
    expect(text).toMatch(/<time datetime="\S+Z">.+ MES?Z<\/time>/);
  });

  it('explains errors and declines in the payer’s language', async () => {
    const { body } = await request({ language: 'fr' });
    const wrong = await visit(ledger, body.payment_url, { ...goodForm, expiry: '12/20' });
    expect(wrong.text).toContain('<a href="#expiry">Cette carte a expiré. Utilisez-en une autre.');
    const declined = await payBy(ledger, body.payment_url, '4000 0000 0000 0002');
    expect(declined.text).toContain('Il vous reste 4 essais.');
  });
});

describe('a link to an ended request', () => {
  const ASKS = 'Ask the sender of the link for a new one';

  async function failedOf(payee: Partial<Payee>) {
    const { body } = await request(payee);
    for (let tries = 1; tries < 5; tries += 1)
      await payBy(ledger, body.payment_url, '4000 0000 0000 0002');
    return payBy(ledger, body.payment_url, '4000 0000 0000 0002');
  }

  it('suggests a new one only if one can be created', async () => {
    expect((await failedOf({})).text).toContain(ASKS);
    const closed = await failedOf({ isClosed: true });
    expect(closed.title).toBe('This payment was declined too often');
    expect(closed.text).not.toContain(ASKS);
  });

  it('suggests no new one after a cancellation: nothing may be owed', async () => {
    const account = await ledger.openAccount();
    const { body } = await requestPayment(account);
    await account.call('POST', `/v1/payments/${body.id}/cancel`);
    const { title, text } = await visit(ledger, body.payment_url);
    expect(title).toBe('This payment was canceled');
    expect(text).not.toContain(ASKS);
  });
});

describe('return_url', () => {
  it('is linked from every final state, and only there', async () => {
    const { status, body } = await request({}, { return_url: BACK });
    expect(status).toBe(201);
    const link = 'href="https://shop.example/paid?order=7&amp;x=%22" rel="noreferrer"';
    expect((await visit(ledger, body.payment_url)).text).not.toContain(link);
    const { text } = await payBy(ledger, body.payment_url);
    expect(text).toContain(link);
    expect(text).toContain('>Back to Ada &amp; Söhne</a>');
  });

  it.each([
    ['another path', 'https://shop.example/'],
    ['another site', 'https://evil.example/paid'],
    ['no TLS', 'http://shop.example/paid'],
    ['a script', 'javascript:alert(1)'],
    ['a password', 'https://a:b@shop.example/paid'],
  ])('is refused for %s', async (_what, return_url) => {
    const { status, body } = await request({}, { return_url });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(/^return_url: /);
  });

  it('is refused if it is unknown whether it is registered', async () => {
    const alone = await startLedger({ withProcessors: true });
    const account = await alone.openAccount();
    const { status, body } = await requestPayment(account, { return_url: BACK });
    expect([status, body.error]).toEqual([503, 'unavailable']);
    await alone.stop();
  });
});
