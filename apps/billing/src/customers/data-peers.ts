import { AppError, type CustomerDataKind } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import {
  type CallContext,
  type CustomerDataRequest,
  isUnimplemented,
  makeClient,
  type PromiseClient,
} from '@florin/grpc';
import type { ProcessorsClient } from '../accounts/peers.ts';
import type { BillingConfig } from '../config.ts';

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

type DataConfig = Pick<BillingConfig, 'mailAddresses' | 'webhooksAddresses' | 'callKeys'>;

interface Clients {
  readonly history: PromiseClient<(typeof grpcServices)['history']['service']>;
  readonly processors: ProcessorsClient;
}

/** Services that hold customer data; those without an address are skipped. */
export function openDataHolders(config: DataConfig, { history, processors }: Clients) {
  const { mailAddresses, webhooksAddresses, callKeys } = config;
  const common = { self: 'billing', callKeys };
  const mail =
    mailAddresses.length === 0
      ? undefined
      : makeClient(grpcServices.mails, { ...common, callee: 'mail', addresses: mailAddresses });
  const webhooks =
    webhooksAddresses.length === 0
      ? undefined
      : makeClient(grpcServices.log, {
          ...{ ...common, callee: 'webhooks', addresses: webhooksAddresses },
        });
  const clients = { ledger: history, processors, mail, webhooks };
  const readRemote: ReadRemoteData = async (request, context) => {
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
  const close = () => {
    mail?.close();
    webhooks?.close();
  };
  return { readRemote, close };
}
