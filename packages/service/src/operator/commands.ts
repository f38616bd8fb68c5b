import { eventSources, publisherNames, type ServiceName } from '@florin/contracts';

/** An operator command that the `main.ts` of its services implements. */
export interface OperatorCommand {
  /** As typed: `admin reset`. */
  readonly name: string;
  /** A required argument, such as `<email-or-id>`, or a required option. */
  readonly takes?: { readonly argument: string } | { readonly option: string };
  readonly services: readonly ServiceName[];
  readonly does: string;
  /** When the exit code is 1; absent if it never is. */
  readonly finding?: string;
  readonly example: string;
}

/** Commands that only a service's `main.ts` offers. */
export const setUpCommands: readonly Pick<OperatorCommand, 'name' | 'does' | 'finding'>[] = [
  {
    name: 'provision',
    does: 'create the schema, the two database roles and the NATS stream of the service',
  },
  { name: 'migrate', does: 'apply new migrations to the schema of the service' },
  {
    name: 'retire-role',
    does: 'remove the password and login of the role used before a rotation',
    finding: 'a process still uses that role',
  },
];

const CONSUMERS = Object.keys(eventSources) as readonly ServiceName[];

export const operatorCommands: readonly OperatorCommand[] = [
  {
    name: 'dead-letters',
    services: CONSUMERS,
    does: 'list events that could not be handled, with reasons; later events of the same objects wait',
    finding: 'there are dead letters',
    example: 'florin dead-letters',
  },
  {
    name: 'redrive',
    services: CONSUMERS,
    does: 'retry dead letters in order, once the cause is fixed',
    finding: 'dead letters are left',
    example: 'florin redrive',
  },
  {
    name: 'republish',
    takes: { option: '--since <time>' },
    services: publisherNames,
    does: 'publish events since a time again, if NATS has lost them',
    example: 'florin republish --since 2h',
  },
  {
    name: 'export-log',
    takes: { argument: '<month> <folder>' },
    services: ['webhooks'],
    does: 'export the events of a past month to a compressed CSV file with a manifest',
    example: 'florin export-log events_2026_01 exports',
  },
  {
    name: 'restore-log',
    takes: { argument: '<file>' },
    services: ['webhooks'],
    does: 'restore a month of events that was exported and then dropped',
    example: 'florin restore-log exports/events_2026_01.csv.gz',
  },
  {
    name: 'erase-user',
    takes: { argument: '<id>' },
    services: ['webhooks'],
    does: 'erase a user who was deleted without erasure from the event log and the audit log',
    example: 'florin erase-user usr_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'export-journal',
    takes: { argument: '<month> <folder>' },
    services: ['ledger'],
    does: 'export the transactions or journal entries of a past month',
    example: 'florin export-journal entries_2026_01 exports',
  },
  {
    name: 'audit',
    services: ['ledger'],
    does: 'check all rules of the ledger',
    finding: 'the books break a rule',
    example: 'florin audit',
  },
  {
    name: 'account',
    takes: { argument: '<email-or-id>' },
    services: ['accounts'],
    does: 'show the account with this email or id, also if it is closed',
    finding: 'there is none',
    example: 'florin account ada@example.com',
  },
  {
    name: 'payment',
    takes: { argument: '<id>' },
    services: ['ledger'],
    does: 'show a payment request with all payment attempts',
    finding: 'there is none',
    example: 'florin payment pay_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'bank-statement',
    takes: { argument: '<file> [columns]' },
    services: ['processors'],
    does: 'import a bank statement (camt.053 or CSV); repeating it has no effect',
    example: 'florin bank-statement 2026-01-31.xml',
  },
  {
    name: 'tax-table',
    takes: { argument: '<file>' },
    services: ['billing'],
    does: 'replace the built-in tax rates for all accounts; `built-in` restores them',
    example: 'florin tax-table rates.json',
  },
  {
    name: 'stuck',
    services: ['accounts', 'processors', 'billing'],
    does: 'list overdue sagas, with their current steps',
    finding: 'some is stuck',
    example: 'florin stuck',
  },
  {
    name: 'rotate-signing-key',
    services: ['identity'],
    does: 'publish a new signing key for access tokens, used a minute later',
    example: 'florin rotate-signing-key',
  },
  {
    name: 'admin reset',
    services: ['identity'],
    does: 'make FLORIN_ADMIN_EMAIL an administrator with a new password',
    example: 'florin admin reset',
  },
];
