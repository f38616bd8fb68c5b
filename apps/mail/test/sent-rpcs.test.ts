import { listSamples } from '@florin/contract-tests';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeers } from '../src/clients.ts';
import { createMailWorld, type MailWorld } from './start-mail.ts';

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'mail' && release === 'now',
);

type Asked = 'accountId' | 'customer' | 'plan' | 'price' | 'invoiceId' | 'creditNoteId';

let world: MailWorld;
let peers: ReturnType<typeof openPeers>;
beforeAll(async () => {
  world = await createMailWorld();
  const addresses = [world.peers.address];
  const callKeys = testKeys('identity', 'accounts', 'ledger', 'billing');
  peers = openPeers({
    identityAddresses: addresses,
    accountsAddresses: addresses,
    ledgerAddresses: addresses,
    billingAddresses: addresses,
    callKeys,
  });
});
afterAll(async () => {
  peers.close();
  expect(world.peers.unsent()).toEqual([]);
  expect(world.peers.unmatched()).toEqual([]);
  await world.stop();
});

it.each(samples)('asks $rpc as the sample says: $given', async ({ rpc, request, reply }) => {
  if (rpc === 'MakeConfirmationLink') {
    const { confirmationId } = request as { confirmationId: string };
    const link = await peers.makeLink(confirmationId, 'req_1');
    if (reply) expect(link).toMatchObject({ url: reply.url, code: reply.code || null });
    else expect(link).toBeUndefined();
    return;
  }
  if (rpc === 'DescribeSeller') {
    const logo = await peers.findLogo((request as { accountId: string }).accountId, 'req_1');
    expect(logo).toBe(reply?.logoUrl);
    return;
  }
  if (rpc === 'DescribeCustomer' || rpc === 'DescribeInvoice' || rpc === 'DescribeCreditNote') {
    const asked = request as Record<Asked, string> &
      Record<'withFile' | 'withFileIfMailed', boolean> & {
        // Releases before items do not send them.
        readonly items?: readonly { readonly plan: string; readonly price: string }[];
      };
    const { accountId, creditNoteId, price } = asked;
    const file = asked.withFile ? 'yes' : asked.withFileIfMailed ? 'if mailed' : 'no';
    const ask = {
      DescribeCustomer: () =>
        peers.findReader(
          accountId,
          { ...asked, items: asked.items ?? [], price: price === '0' ? null : price },
          'req_1',
        ),
      DescribeInvoice: () => peers.findInvoice(accountId, { ...asked, file }, 'req_1'),
      DescribeCreditNote: () => peers.findCreditNote(accountId, creditNoteId, 'req_1'),
    };
    const found = await ask[rpc]();
    if (reply) expect(found).toMatchObject({ email: reply.email });
    else expect(found).toBeUndefined();
    return;
  }
  const { accountId, paymentId } = request as { accountId: string; paymentId: string };
  if (rpc === 'GetPlatformAccount') {
    expect(await peers.getPlatform('req_1')).toMatchObject({ name: 'Florin' });
    return;
  }
  const got =
    rpc === 'GetAccount'
      ? await peers.findAccount(accountId, 'req_1')
      : await peers.findPayment(accountId, paymentId, 'req_1');
  if (!reply) expect(got).toBeUndefined();
  else if (rpc === 'GetAccount') expect(got).toMatchObject({ name: 'Ada', language: 'de-CH' });
  else expect(got).toMatchObject({ status: reply.status, customerEmail: 'grace@example.com' });
});
