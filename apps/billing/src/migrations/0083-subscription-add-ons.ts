import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the previous release has no subscriptions with add-ons',
};

/** Add-ons of subscriptions, for lists by plan. Subscriptions without add-ons have no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription_add_ons (
      plan_id text not null,
      subscription_id uuid not null references subscriptions,
      primary key (plan_id, subscription_id)
    )`.execute(db);
  await sql`
    create index subscription_add_ons_subscription
      on subscription_add_ons (subscription_id)`.execute(db);
  await sql`grant select, insert, delete on subscription_add_ons to ${sql.id(appRoleOf('billing'))}`.execute(
    db,
  );
}
