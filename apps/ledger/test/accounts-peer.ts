import { rpcDouble } from '@florin/contract-tests';
import { AppError, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { serveGrpc } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import type { Payee } from '../src/payments/payee.ts';

/** A fake accounts service: a real gRPC server with given payees. */
export async function startAccountsPeer() {
  const payees = new Map<Uuid, Payee>();
  const find = async ({ accountId }: { accountId: string }) => {
    const payee = payees.get(accountId);
    if (!payee) throw new AppError('not_found', 'there is no account with this id');
    const { returnUrls, language, isClosed, ...rest } = payee;
    const spoken = { language: language ?? 'en', isLanguageDefault: language === undefined };
    const status = isClosed ? 'closed' : 'active';
    const more = { accountId, email: '', status, currency: 'USD', isPlatform: false };
    return { ...rest, ...spoken, ...more, returnUrls: [...returnUrls] };
  };
  const server = await serveGrpc(
    { host: '127.0.0.1', port: 0, acceptKeys: testKeys('ledger') },
    [
      rpcDouble(grpcServices.accounts.service, {
        GetAccount: find,
        GetPlatformAccount: () => find({ accountId: '' }),
      }),
    ],
    (error) => {
      throw error;
    },
  );
  return {
    addresses: [`127.0.0.1:${server.port}`],
    know: (id: Uuid, payee: Payee) => payees.set(id, payee),
    stop: () => server.stop(0),
  };
}
