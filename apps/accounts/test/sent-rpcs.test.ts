import { listSamples, type SampleServer, serveSamples } from '@florin/contract-tests';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Clients, makeCalls, openClients } from '../src/clients.ts';
import type { Opening } from '../src/domain/opening.ts';

type Fields = Readonly<Record<string, string>>;

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'accounts' && release === 'now',
);
let server: SampleServer;
let clients: Clients & { close(): void };
beforeAll(async () => {
  server = await serveSamples('accounts');
  const addresses = [server.address];
  clients = openClients({
    host: '127.0.0.1',
    httpPort: 0,
    grpcPort: 0,
    database: { url: 'postgres://nowhere', poolSizeMax: 1 },
    nats: { url: 'nats://nowhere' },
    acceptKeys: testKeys(),
    callKeys: testKeys('identity', 'ledger', 'billing', 'processors'),
    identityAddresses: addresses,
    ledgerAddresses: addresses,
    billingAddresses: addresses,
    processorsAddresses: addresses,
    opensLive: false,
    passwordLengthMin: 8,
    admin: null,
  });
});
afterAll(async () => {
  clients.close();
  await server.stop();
});

const cause = { requestId: 'req_1', idempotencyKey: null };

function openingOf({ accountId = '', email = '', name = '', ...more }: Fields): Opening {
  return {
    ...cause,
    ...{ id: accountId, email, name, type: 'business' },
    settings: {
      currency: more.currency ?? 'USD',
      timezone: 'UTC',
      language: 'en',
      is_language_chosen: false,
      return_urls: [],
    },
    passwordHash: more.passwordHash ?? '',
    creatorUserId: more.creatorUserId || null,
    isPlatform: more.role === 'admin',
  };
}

const updating = ({ accountId = '', userId = '' }: Fields) => ({
  ...{ ...cause, accountId, askedBy: userId || null, change: {} },
});
const closing = ({ accountId = '' }: Fields) => ({ ...cause, accountId, frozen: null });

/** Work of accounts that leads to an RPC. */
function work(rpc: string, fields: Fields): Promise<unknown> {
  const { email = '', currency = '', password = '', access = '' } = fields;
  const calls = makeCalls(clients);
  switch (rpc) {
    case 'HashPassword':
      return calls.hashPassword(cause, password);
    case 'ReserveOwner':
      return calls.reserveOwner(openingOf(fields));
    case 'OpenBalance':
      return calls.openBalance(openingOf(fields));
    case 'ConfirmOwner':
      return calls.confirmOwner(openingOf(fields));
    case 'ReserveAccountEmail':
      return calls.reserveEmail(updating(fields), email);
    case 'ConfirmAccountEmail':
      return calls.confirmEmail(updating(fields), email);
    case 'ChangeCurrency':
      return calls.changeCurrency(updating(fields), currency);
    case 'SetAccountAccess':
      return calls.setAccess(updating(fields), access === 'open' ? 'open' : 'read_only');
    case 'CloseGate':
      return calls.closeGate(closing(fields));
    case 'CloseBalance':
      return calls.closeBalance(closing(fields));
    case 'EndSubscriptions':
      return calls.endSubscriptions(closing(fields));
    case 'CloseAccount':
      return calls.closeAccess(closing(fields));
    case 'PayOutRest':
      return calls.payOutRest(closing(fields), currency);
    default:
      throw new Error(`say what accounts does when it calls ${rpc}`);
  }
}

it.each(samples)('sends $rpc as its sample says: $given', async ({ rpc, request, error }) => {
  const done = work(rpc, request as Fields);
  if (error === undefined) await done;
  else await expect(done).rejects.toMatchObject({ code: error });
});

it('sends nothing else', () => {
  expect(server.unmatched()).toEqual([]);
  expect(server.unsent()).toEqual([]);
});
