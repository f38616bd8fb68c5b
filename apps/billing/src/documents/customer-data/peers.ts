import { AppError, type CustomerDataKind } from '@florin/contracts';
import { type CallContext, type CustomerDataRequest, isUnimplemented } from '@florin/grpc';
import type { openClients } from '../../clients.ts';

interface DataReply {
  readonly objects?: readonly string[] | undefined;
  readonly nextPage: string;
}

/** Reads a page of one kind of customer data from the service that holds it. */
export type ReadRemoteData = (
  request: CustomerDataRequest,
  context: CallContext,
) => Promise<DataReply>;

/** Service that holds each kind of data outside billing. */
const holders = {
  payments: 'ledger',
  payment_methods: 'processors',
  payment_method_pages: 'processors',
  refunds: 'processors',
  disputes: 'processors',
  mails: 'mail',
  events: 'webhooks',
} as const satisfies Partial<Record<CustomerDataKind, string>>;

export type RemoteKind = keyof typeof holders;

export function isRemote(kind: CustomerDataKind): kind is RemoteKind {
  return Object.hasOwn(holders, kind);
}

type Clients = Pick<ReturnType<typeof openClients>, 'history' | 'processors' | 'mail' | 'webhooks'>;

/** Reads customer data from its services; those without an address answer `unavailable`. */
export function makeReadRemote({ history, processors, mail, webhooks }: Clients): ReadRemoteData {
  const clients = { ledger: history, processors, mail, webhooks };
  return async (request, context) => {
    const holder = holders[request.kind as RemoteKind];
    const client = clients[holder];
    if (!client)
      throw new AppError('unavailable', `${request.kind}: billing has no URL of ${holder}`);
    try {
      return await client.listCustomerData(request, context);
    } catch (error) {
      if (!isUnimplemented(error)) throw error;
      throw new AppError('unavailable', `${holder} runs an earlier release; retry later`);
    }
  };
}
