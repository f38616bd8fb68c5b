import type { Sql } from '@florin/system-kit';

/** Triggers that fill in what versions before know nothing of: nobody needs them once those are gone. */
const FOR_VERSIONS_BEFORE = [
  { table: 'webhooks.events', trigger: 'events_take_position' },
  { table: 'webhooks.events', trigger: 'events_fill_request' },
  { table: 'webhooks.inbox', trigger: 'inbox_skip_known' },
];

/** The last step of an upgrade, as a later release would do it, in a way that can be taken back. */
export async function contract(sql: Sql): Promise<void> {
  for (const { table, trigger } of FOR_VERSIONS_BEFORE)
    await sql(`alter table ${table} disable trigger ${trigger}`);
}

/** What has to be done first where the way leads back behind it. */
export async function expandAgain(sql: Sql): Promise<void> {
  for (const { table, trigger } of FOR_VERSIONS_BEFORE)
    await sql(`alter table ${table} enable trigger ${trigger}`);
}
