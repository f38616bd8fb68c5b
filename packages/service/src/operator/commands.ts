import { publisherNames, type ServiceName } from '@florin/contracts';

/** Something that operators ask for, and that the `main.ts` of these services does. */
export interface OperatorCommand {
  /** As it is typed: `parked list`. */
  readonly name: string;
  /** What has to follow: `<email-or-id>`, or an option that has to be there. */
  readonly takes?: { readonly argument: string } | { readonly option: string };
  readonly services: readonly ServiceName[];
  readonly does: string;
  readonly example: string;
}

export const operatorCommands: readonly OperatorCommand[] = [
  {
    name: 'parked list',
    services: ['billing', 'webhooks'],
    does: 'events that could not be handled, with the reason; those of the same object wait behind',
    example: 'florin parked list',
  },
  {
    name: 'parked retry',
    services: ['billing', 'webhooks'],
    does: 'handle them again, in order, once the cause is mended',
    example: 'florin parked retry',
  },
  {
    name: 'republish',
    takes: { option: '--since <time>' },
    services: publisherNames,
    does: 'publish again what has happened since then, where NATS has lost it',
    example: 'florin republish --since 2h',
  },
  {
    name: 'audit',
    services: ['ledger'],
    does: 'prove the books; exit code 1 when they do not hold',
    example: 'florin audit',
  },
  {
    name: 'account',
    takes: { argument: '<email-or-id>' },
    services: ['accounts'],
    does: 'the account of an email, closed ones too, or with an id',
    example: 'florin account ada@example.com',
  },
  {
    name: 'payment',
    takes: { argument: '<id>' },
    services: ['ledger'],
    does: 'a payment request with every attempt to pay it',
    example: 'florin payment pay_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'stuck',
    services: ['accounts', 'billing'],
    does: 'work across services that has not ended for a while, and at which step it is',
    example: 'florin stuck',
  },
  {
    name: 'admin reset',
    services: ['identity'],
    does: 'let FLORIN_ADMIN_EMAIL in as administrator, by a new password',
    example: 'florin admin reset',
  },
];
