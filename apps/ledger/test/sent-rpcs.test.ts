import { listSamples, serveSamples } from '@florin/contract-tests';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import { expect, it } from 'vitest';
import { findPayee } from '../src/payment-requests/payee.ts';

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'ledger' && release === 'now',
);

it.each(samples)('looks up whom a customer pays as the sample says: $given', async (sample) => {
  const server = await serveSamples('ledger');
  const accounts = makeClient(grpcServices.accounts, {
    self: 'ledger',
    callee: 'accounts',
    addresses: [server.address],
    callKeys: testKeys('accounts'),
  });
  const { accountId = '' } = sample.request as { accountId?: string };
  const { status, ...payee } = (sample.reply ?? {}) as { status?: string };
  const known = status === undefined ? undefined : { ...payee, isClosed: status === 'closed' };
  expect(await findPayee(accounts, accountId, 'req_1')).toEqual(known);
  accounts.close();
  await server.stop();
});
