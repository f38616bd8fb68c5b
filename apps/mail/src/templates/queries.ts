import type { TemplateKind, TemplateLanguage, Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { Db, MailTables } from '../schema.ts';
import { OURS, type Template } from './words.ts';

export interface TemplateOf {
  readonly accountId: Uuid;
  readonly kind: TemplateKind;
  readonly language: TemplateLanguage;
}

export async function findTemplate(
  db: Db,
  { accountId, kind, language }: TemplateOf,
): Promise<Template> {
  const row = await db
    .selectFrom('templates')
    .select(['subject', 'body'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .executeTakeFirst();
  return row ?? OURS;
}

export async function listTemplates(
  db: Db,
  accountId: Uuid,
): Promise<readonly (Omit<TemplateOf, 'accountId'> & Template)[]> {
  return db
    .selectFrom('templates')
    .select(['kind', 'language', 'subject', 'body'])
    .where('account_id', '=', accountId)
    .execute();
}

/** Changes the given fields; undefined ones stay, even under concurrent changes. */
export async function saveTemplate(
  tx: Transaction<MailTables>,
  { accountId: account_id, kind, language }: TemplateOf,
  { subject, body }: { readonly [Name in keyof Template]: Template[Name] | undefined },
): Promise<Template> {
  const given = { ...(subject !== undefined && { subject }), ...(body !== undefined && { body }) };
  return tx
    .insertInto('templates')
    .values({ account_id, kind, language, ...OURS, ...given })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'language']).doUpdateSet({ account_id, ...given }),
    )
    .returning(['subject', 'body'])
    .executeTakeFirstOrThrow();
}
