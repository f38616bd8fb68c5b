import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { peerAt } from '@florin/testing';
import type { TestLedger } from './start-ledger.ts';

const context = { requestId: 'test', timeoutMs: 5_000 };

/** The processors service as a client of the ledger. */
export function connectFunds({ grpcPort }: Pick<TestLedger, 'grpcPort'>) {
  const client = makeClient(grpcServices.funds, peerAt('processors', 'ledger', grpcPort));
  return {
    client,
    /** Withdraws the full amount of a refund or nothing, unless `change` says otherwise. */
    withdraw: (accountId: string, amount: number, key: string, change: object = {}) =>
      client.withdraw(
        {
          ...{ accountId, amount, amountMin: amount, currency: 'USD', key, purpose: 'refund' },
          ...{ ends: false, reference: '', metadata: JSON.stringify({ refund_id: key }) },
          ...change,
        },
        context,
      ),
    end: (accountId: string, key: string, outcome: string) =>
      client.endWithdrawal({ accountId, key, outcome }, context),
    deposit: (accountId: string, amount: number, key: string, currency = 'USD') =>
      client.deposit(
        { accountId, amount, currency, key, reference: 'back', metadata: '' },
        context,
      ),
    close: () => client.close(),
  };
}
