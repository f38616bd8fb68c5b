import { newId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAccountsPeer } from './accounts-peer.ts';
import { connectCharges } from './charges-caller.ts';
import { goodForm, untilSettled, type Visit, visit } from './payment-page.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

let peer: Awaited<ReturnType<typeof startAccountsPeer>>;
let ledger: TestLedger;
let billing: ReturnType<typeof connectCharges>;
beforeAll(async () => {
  peer = await startAccountsPeer();
  ledger = await startLedger({ accountsAddresses: peer.addresses, withProcessors: true });
  billing = connectCharges(ledger);
});
afterAll(async () => {
  billing.close();
  await ledger.stop();
  await peer.stop();
});

const context = { requestId: 'test', timeoutMs: 60_000 };
const monthly = { interval: 'month', intervalCount: 1, amount: '1200', cancelAddress: '' };
const payee = { timezone: 'UTC', returnUrls: [], isClosed: false };

function know(accountId: string, name: string, language: string): void {
  peer.know(accountId, { ...payee, name, language });
}

/** Requests the first 1200 from a customer of Ada's shop, which saves the card. */
async function request(consent: object | null = monthly, language = 'en') {
  const account = await ledger.openAccount({ currency: 'EUR' });
  know(account.id, 'Ada & Co', language);
  const fields = { accountId: account.id, amount: '1200', currency: 'EUR', key: newId() };
  const customer = { customerEmail: 'grace@example.com', savesFor: newId(), reference: 'inv_1' };
  const rest = { metadata: '{}', expiresAt: '', consent };
  const { paymentUrl } = await billing.requestPayment({ ...fields, ...customer, ...rest }, context);
  return { account, paymentUrl };
}

const consentOf = ({ text }: Visit) => /<p class="consent" id="consent">(.*)<\/p>/.exec(text)?.[1];
const digestOf = ({ text }: Visit) => /name="consent" value="(.{43})"/.exec(text)?.[1] ?? '';

/** Submits the form of a page that is open in a browser. */
const send = (url: string, page: Visit, change: object = {}) =>
  visit(ledger, url, { ...goodForm, consent: digestOf(page), ...change });

const storedOf = async (accountId: string) => {
  const { rows } = await ledger.superuser.query(
    'select consent_text from payment_attempts where account_id = $1',
    [accountId],
  );
  return rows.map(({ consent_text }) => consent_text);
};

describe('terms that a payer accepts', () => {
  it.each([
    [
      'en',
      monthly,
      'You allow Ada &amp; Co to charge this card €12.00 every month until you cancel. To cancel, contact Ada &amp; Co.',
    ],
    [
      'en',
      { ...monthly, intervalCount: 3, cancelAddress: 'bye@ada.example' },
      'You allow Ada &amp; Co to charge this card €12.00 every 3 months until you cancel. To cancel: bye@ada.example',
    ],
    [
      'de',
      { ...monthly, interval: 'year', cancelAddress: 'https://ada.example/bye' },
      'Sie erlauben Ada &amp; Co, diese Karte jedes Jahr mit 12,00\u00a0€ zu belasten, bis Sie kündigen. Zum Kündigen: https://ada.example/bye',
    ],
    [
      'fr',
      { ...monthly, interval: 'week', intervalCount: 2 },
      'Vous autorisez Ada &amp; Co à débiter cette carte de 12,00\u00a0€ toutes les 2 semaines jusqu’à résiliation. Pour résilier, contactez Ada &amp; Co.',
    ],
    [
      'es',
      { ...monthly, interval: 'day', intervalCount: 10 },
      'Autoriza a Ada &amp; Co a cobrar 12,00\u00a0€ cada 10 días en esta tarjeta hasta que cancele. Para cancelar, contacte con Ada &amp; Co.',
    ],
    ['en', null, 'This card will be saved and charged for your next invoices.'],
  ])('are shown in %s: %j', async (language, consent, said) => {
    const { paymentUrl } = await request(consent, language);
    expect(consentOf(await visit(ledger, paymentUrl))).toBe(said);
  });

  it('are stored with the attempt as shown, and printed on the receipt', async () => {
    const { account, paymentUrl } = await request();
    await send(paymentUrl, await visit(ledger, paymentUrl));
    const said =
      'You allow Ada & Co to charge this card €12.00 every month until you cancel. To cancel, contact Ada & Co.';
    expect(await storedOf(account.id)).toEqual([said]);
    // The receipt shows the terms as accepted, despite the new name.
    know(account.id, 'Grace', 'de');
    expect((await untilSettled(ledger, paymentUrl)).text).toContain(said.replaceAll('&', '&amp;'));
  });

  it('are shown again after a change, which uses up no attempt', async () => {
    const { account, paymentUrl } = await request();
    const page = await visit(ledger, paymentUrl);
    know(account.id, 'Grace', 'en');
    const again = await send(paymentUrl, page);
    expect([again.status, again.title]).toEqual([
      400,
      'You have not paid yet. Please correct: Pay €12.00',
    ]);
    expect(again.text).toContain('<a href="#consent">The terms you agree to have changed.');
    expect(consentOf(again)).toContain('You allow Grace');
    expect(await storedOf(account.id)).toEqual([]);
    expect((await send(paymentUrl, again)).status).toBe(303);
    expect(await storedOf(account.id)).toEqual([consentOf(again)]);
  });

  it('are not recorded for a page of an earlier version, which showed another text', async () => {
    const { account, paymentUrl } = await request();
    const sent = await send(paymentUrl, await visit(ledger, paymentUrl), { consent: '' });
    expect(sent.status).toBe(303);
    expect(await storedOf(account.id)).toEqual([null]);
  });
});

it.each([
  ['another interval', { ...monthly, interval: 'hour' }],
  ['none of an interval', { ...monthly, intervalCount: 0 }],
  ['no amount', { ...monthly, amount: '0' }],
  ['a script as an address', { ...monthly, cancelAddress: 'javascript:alert(1)' }],
  [
    'an address of 501 letters',
    { ...monthly, cancelAddress: `https://a.example/${'x'.repeat(483)}` },
  ],
])('refuse %s', async (_what, consent) => {
  await expect(request(consent)).rejects.toMatchObject({ code: 'invalid_request' });
});
