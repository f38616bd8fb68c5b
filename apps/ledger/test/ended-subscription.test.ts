import { rpcDouble } from '@florin/contract-tests';
import { AppError, newId, toPublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { serveGrpc } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAccountsPeer } from './accounts-peer.ts';
import { connectCharges } from './charges-caller.ts';
import { goodForm, untilSettled, type Visit, visit } from './payment-page.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

let peer: Awaited<ReturnType<typeof startAccountsPeer>>;
let billingServer: Awaited<ReturnType<typeof serveGrpc>>;
let ledger: TestLedger;
let billing: ReturnType<typeof connectCharges>;
/** Billing's answer for every invoice; undefined while it does not answer. */
let hasEnded: boolean | undefined = false;
beforeAll(async () => {
  peer = await startAccountsPeer();
  const describe = async () => {
    if (hasEnded === undefined) throw new AppError('unavailable', 'billing is away');
    const none = { invoiceUrl: '', dueAt: '', sellerName: '', sellerEmail: '', sellerPhone: '' };
    return { ...none, invoiceNumber: '7', lines: [], moreLines: 0, timezone: '', hasEnded };
  };
  billingServer = await serveGrpc(
    { host: '127.0.0.1', port: 0, acceptKeys: testKeys('ledger') },
    [rpcDouble(grpcServices.billing.service, { DescribePayment: describe })],
    (error) => {
      throw error;
    },
  );
  ledger = await startLedger({
    accountsAddresses: peer.addresses,
    billingAddresses: [`127.0.0.1:${billingServer.port}`],
    withProcessors: true,
  });
  billing = connectCharges(ledger);
});
afterAll(async () => {
  billing.close();
  await ledger.stop();
  await billingServer.stop(0);
  await peer.stop();
});

const context = { requestId: 'test', timeoutMs: 60_000 };
const ALLOWS = 'You allow Ada to charge this card €12.00 every month until you cancel.';
const HAS_ENDED =
  'This subscription has ended. You pay only this invoice: there are no further charges, and your card is not saved.';

/** An invoice of a monthly subscription that requests 1200 on its page. */
async function request(language = 'en') {
  const account = await ledger.openAccount({ currency: 'EUR' });
  const payee = { name: 'Ada', language, timezone: 'UTC', returnUrls: [], isClosed: false };
  peer.know(account.id, payee);
  const invoice_id = toPublicId('invoice', newId());
  const savesFor = newId();
  const fields = { accountId: account.id, amount: '1200', currency: 'EUR', savesFor };
  const asked = {
    ...{ ...fields, key: newId(), customerEmail: 'grace@example.com', reference: invoice_id },
    ...{ metadata: JSON.stringify({ invoice_id }), expiresAt: '' },
    consent: { interval: 'month', intervalCount: 1, amount: '1200', cancelAddress: '' },
  };
  const { paymentUrl } = await billing.requestPayment(asked, context);
  const isSaved = () =>
    billing.chargeSavedCard({ ...asked, key: newId(), methodId: '' }, context).then(
      () => true,
      ({ code }: AppError) => code !== 'not_found',
    );
  return { account, paymentUrl, isSaved };
}

const consentOf = ({ text }: Visit) => /name="consent" value="([^"]*)"/.exec(text)?.[1] ?? '';
const send = (url: string, page: Visit) =>
  visit(ledger, url, { ...goodForm, consent: consentOf(page) });

it('is paid without consent, and saves no card', async () => {
  const { paymentUrl, isSaved } = await request();
  hasEnded = true;
  const page = await visit(ledger, paymentUrl);
  expect(page.text).toContain(HAS_ENDED);
  expect(page.text).not.toContain('You allow');
  expect((await send(paymentUrl, page)).status).toBe(303);
  const receipt = await untilSettled(ledger, paymentUrl);
  expect(receipt.title).toBe('Paid. Thank you!');
  expect(receipt.text).not.toMatch(/You allow|is saved/);
  expect(await isSaved()).toBe(false);
});

it('saves no card either if billing does not answer when the form is sent', async () => {
  const { paymentUrl, isSaved } = await request();
  hasEnded = true;
  const page = await visit(ledger, paymentUrl);
  hasEnded = undefined;
  expect((await send(paymentUrl, page)).status).toBe(303);
  await untilSettled(ledger, paymentUrl);
  expect(await isSaved()).toBe(false);
});

it('shows a page again that was opened before the end, which uses up no attempt', async () => {
  const { paymentUrl, isSaved } = await request();
  hasEnded = false;
  const page = await visit(ledger, paymentUrl);
  expect(page.text).toContain(ALLOWS);
  hasEnded = true;
  const again = await send(paymentUrl, page);
  expect(again.status).toBe(400);
  expect(again.text).toContain('<a href="#consent">The terms you agree to have changed.');
  expect(again.text).toContain(`<p id="consent">${HAS_ENDED}</p>`);
  expect((await send(paymentUrl, again)).status).toBe(303);
  await untilSettled(ledger, paymentUrl);
  expect(await isSaved()).toBe(false);
});

it('saves the card as before while the subscription continues', async () => {
  const { paymentUrl, isSaved } = await request();
  hasEnded = false;
  await send(paymentUrl, await visit(ledger, paymentUrl));
  const receipt = await untilSettled(ledger, paymentUrl);
  expect(receipt.text).toContain(ALLOWS);
  expect(await isSaved()).toBe(true);
});

it.each([
  ['de', 'Dieses Abonnement ist beendet.'],
  ['fr', 'Cet abonnement a pris fin.'],
  ['es', 'Esta suscripción ha terminado.'],
])('is explained in %s', async (language, said) => {
  const { paymentUrl } = await request(language);
  hasEnded = true;
  expect((await visit(ledger, paymentUrl)).text).toContain(said);
});
