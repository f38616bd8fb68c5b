import type { Sql } from '@florin/system-kit';

/** Triggers that fill in columns for earlier versions, and are useless without them. */
const FOR_VERSIONS_BEFORE = [
  { table: 'webhooks.events', trigger: 'events_take_position' },
  { table: 'webhooks.events', trigger: 'events_fill_request' },
  { table: 'webhooks.inbox', trigger: 'inbox_skip_known' },
];

/** The last step of an upgrade (contract), as a later release would do it, but reversible. */
export async function contract(sql: Sql): Promise<void> {
  for (const { table, trigger } of FOR_VERSIONS_BEFORE)
    await sql(`alter table ${table} disable trigger ${trigger}`);
}

/** Must run first before a rollback behind that step. */
export async function expandAgain(sql: Sql): Promise<void> {
  for (const { table, trigger } of FOR_VERSIONS_BEFORE)
    await sql(`alter table ${table} enable trigger ${trigger}`);
}
