import {
  AppError,
  type Caller,
  type CustomerDataOf,
  isLive,
  newId,
  type PortalSessionResource,
  type Reply,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce, selectPage } from '@florin/database';
import { isListed, listBody, notFound, toPage } from '@florin/http-api';
import { type Kysely, type Selectable, sql } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import type { AccountsDeps } from '../../accounts/find.ts';
import { getOpenAccount } from '../../accounts/permissions.ts';
import type { Customer } from '../../domain/customer.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import type { PortalSessionRow } from '../../schema/public-links.ts';
import type { BillingTables } from '../../schema.ts';
import type { LogosDeps } from '../logos/operations.ts';
import { newToken } from '../public-links/queries.ts';

/** Session that a portal link opens until it expires. */
export interface PortalSession {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly customerId: Uuid;
  readonly token: string;
  readonly returnUrl: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface PortalSessionDeps extends AccountsDeps, LogosDeps {
  /** URL of the gateway for clients. */
  readonly publicUrl: string;
}

interface SessionRequest {
  readonly customer: Customer;
  readonly returnUrl: string | null;
  readonly hours: number;
  readonly requestId: string;
}

/** @throws AppError invalid_request for a return URL that the account has not registered */
export async function createSession(
  deps: PortalSessionDeps,
  { customer, returnUrl, hours, requestId }: SessionRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const { accountId, id: customerId } = customer;
  const { returnUrls } = await getOpenAccount(deps, accountId, requestId);
  if (returnUrl !== null && !isListed(returnUrl, returnUrls))
    throw new AppError(
      'invalid_request',
      'return_url: is not in the list of the account: add it to return_urls by PATCH /v1/account first',
    );
  return runOnce(deps.db, key, async (tx) => {
    const row = await tx
      .insertInto('portal_sessions')
      .values({
        id: newId(),
        seller_id: accountId,
        customer_id: customerId,
        token: newToken(),
        return_url: returnUrl,
        expires_at: sql<Date>`clock_timestamp() + ${hours} * interval '1 hour'`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { status: 201, body: toResource(toSession(row), deps.publicUrl) };
  });
}

/** Invalidates its link. @throws AppError not_found for sessions of other accounts */
export function endSession(
  { db, publicUrl }: Pick<PortalSessionDeps, 'db' | 'publicUrl'>,
  caller: Caller,
  id: Uuid,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const row = await tx
      .selectFrom('portal_sessions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !canRead(caller, row.seller_id)) throw notFound('portal session');
    await tx.deleteFrom('portal_sessions').where('id', '=', id).execute();
    return { status: 200, body: { ...toResource(toSession(row), publicUrl), deleted: true } };
  });
}

/** A page of the links to a customer's portal, without their secret URLs. */
export async function listSessionsOf(
  db: Kysely<BillingTables>,
  customerId: Uuid,
  { after, limit }: { readonly after: Uuid | undefined; readonly limit: number },
) {
  const query = db.selectFrom('portal_sessions').selectAll().where('customer_id', '=', customerId);
  const rows = await selectPage(query, { after, before: undefined }, limit + 1).execute();
  return listBody(
    toPage(rows, limit, 'after'),
    (row): CustomerDataOf<'portal_sessions'> => ({
      id: toPublicId('portalSession', row.id),
      object: 'portal_session',
      livemode: isLive(row.seller_id),
      return_url: row.return_url,
      expires_at: row.expires_at.toISOString(),
      created_at: row.created_at.toISOString(),
    }),
  );
}

/** The portal session of a link; undefined if the link is invalid or has expired. */
export async function openSession(
  db: Kysely<BillingTables>,
  token: string,
): Promise<{ readonly session: PortalSession; readonly customer: Customer } | undefined> {
  const row = await db
    .selectFrom('portal_sessions')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  const customer = row && (await findCustomer(db, row.customer_id));
  return customer && { session: toSession(row), customer };
}

export async function deleteExpiredSessions(
  db: Kysely<BillingTables>,
  rowsMax: number,
): Promise<void> {
  await sql`
    delete from portal_sessions where id in (
      select id from portal_sessions where expires_at < clock_timestamp() - interval '1 day'
       limit ${rowsMax})`.execute(db);
}

function toSession(row: Selectable<PortalSessionRow>): PortalSession {
  return {
    id: row.id,
    sellerId: row.seller_id,
    customerId: row.customer_id,
    token: row.token,
    returnUrl: row.return_url,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

function toResource(session: PortalSession, publicUrl: string): PortalSessionResource {
  return {
    id: toPublicId('portalSession', session.id),
    object: 'portal_session',
    livemode: isLive(session.sellerId),
    account_id: toPublicId('account', session.sellerId),
    customer_id: toPublicId('customer', session.customerId),
    url: `${publicUrl}/portal/${session.token}`,
    return_url: session.returnUrl,
    expires_at: session.expiresAt.toISOString(),
    created_at: session.createdAt.toISOString(),
  };
}
