import { eventSources, publisherNames, type ServiceName } from '@florin/contracts';

/** Something that operators ask for, and that the `main.ts` of these services does. */
export interface OperatorCommand {
  /** As it is typed: `admin reset`. */
  readonly name: string;
  /** What has to follow: `<email-or-id>`, or an option that has to be there. */
  readonly takes?: { readonly argument: string } | { readonly option: string };
  readonly services: readonly ServiceName[];
  readonly does: string;
  /** When it ends with 1; left out for a command that never does. */
  readonly finding?: string;
  readonly example: string;
}

/** Commands of each service's `main.ts` alone. */
export const setUpCommands: readonly Pick<OperatorCommand, 'name' | 'does' | 'finding'>[] = [
  {
    name: 'provision',
    does: 'make the schema of the service, its two roles and its stream of NATS',
  },
  { name: 'migrate', does: 'bring the schema of the service up to date' },
  {
    name: 'retire-role',
    does: 'end the password of the role that the service ran as before a rotation',
    finding: 'a process still uses that role',
  },
];

const CONSUMERS = Object.keys(eventSources) as readonly ServiceName[];

export const operatorCommands: readonly OperatorCommand[] = [
  {
    name: 'dead-letters',
    services: CONSUMERS,
    does: 'events that could not be handled, with the reason; those of the same object wait behind',
    finding: 'there are dead letters',
    example: 'florin dead-letters',
  },
  {
    name: 'redrive',
    services: CONSUMERS,
    does: 'handle dead letters again, in order, once the cause is mended',
    finding: 'dead letters are left',
    example: 'florin redrive',
  },
  {
    name: 'republish',
    takes: { option: '--since <time>' },
    services: publisherNames,
    does: 'publish again what has happened since then, where NATS has lost it',
    example: 'florin republish --since 2h',
  },
  {
    name: 'export-log',
    takes: { argument: '<month> <folder>' },
    services: ['webhooks'],
    does: 'a month of events that has ended, as a file that can be queried, with a manifest beside it',
    example: 'florin export-log events_2026_01 exports',
  },
  {
    name: 'restore-log',
    takes: { argument: '<file>' },
    services: ['webhooks'],
    does: 'bring back a month of events that was exported and has been dropped',
    example: 'florin restore-log exports/events_2026_01.csv.gz',
  },
  {
    name: 'erase-user',
    takes: { argument: '<id>' },
    services: ['webhooks'],
    does: 'erase a user who was deleted, without an erasure, from the log of events and the audit log',
    example: 'florin erase-user usr_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'export-journal',
    takes: { argument: '<month> <folder>' },
    services: ['ledger'],
    does: 'a month of transactions or entries that has ended, in the same way',
    example: 'florin export-journal entries_2026_01 exports',
  },
  {
    name: 'audit',
    services: ['ledger'],
    does: 'prove the books',
    finding: 'the books break a rule',
    example: 'florin audit',
  },
  {
    name: 'account',
    takes: { argument: '<email-or-id>' },
    services: ['accounts'],
    does: 'the account of an email, closed ones too, or with an id',
    finding: 'there is none',
    example: 'florin account ada@example.com',
  },
  {
    name: 'payment',
    takes: { argument: '<id>' },
    services: ['ledger'],
    does: 'a payment request with every attempt to pay it',
    finding: 'there is none',
    example: 'florin payment pay_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'bank-statement',
    takes: { argument: '<file> [columns]' },
    services: ['processors'],
    does: 'read a statement of the bank account, camt.053 or CSV, once however often it is read',
    example: 'florin bank-statement 2026-01-31.xml',
  },
  {
    name: 'tax-table',
    takes: { argument: '<file>' },
    services: ['billing'],
    does: 'replace the tax rates that Florin comes with, for all accounts; built-in brings them back',
    example: 'florin tax-table rates.json',
  },
  {
    name: 'stuck',
    services: ['accounts', 'processors', 'billing'],
    does: 'work across services that has not ended for a while, and at which step it is',
    finding: 'some is stuck',
    example: 'florin stuck',
  },
  {
    name: 'rotate-signing-key',
    services: ['identity'],
    does: 'publish a new key for access tokens, which signs a minute later',
    example: 'florin rotate-signing-key',
  },
  {
    name: 'admin reset',
    services: ['identity'],
    does: 'let FLORIN_ADMIN_EMAIL in as administrator, by a new password',
    example: 'florin admin reset',
  },
];
