import {
  AppError,
  type Caller,
  newId,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound, onlyAdminsChoose } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { makeSecret, showSecret } from '../delivery/sign.ts';
import { includes, type Span } from '../domain/access.ts';
import {
  applyChange,
  type Endpoint,
  type EndpointChange,
  toEndpointResource,
} from '../domain/endpoint.ts';
import * as store from '../store/endpoints.ts';
import { isOpenAccount } from '../store/events.ts';
import { callLanes } from '../store/lanes.ts';
import type { WebhooksTables } from '../store/schema.ts';
import { checkCursor, type PageQuery, toListBody } from './list-page.ts';
import { managedSpan, seenSpan } from './permissions.ts';

const ENDPOINTS_MAX = 20;
/** How long the secret before a rotation goes on to sign. */
const OVERLAP_MS = 86_400_000;

export interface EndpointWish {
  /** For whom an admin makes it; everybody else has one account. Null names none. */
  readonly accountId: Uuid | null | undefined;
  readonly url: string;
  readonly eventTypes: readonly string[];
}

export interface EndpointsDeps {
  readonly db: Kysely<WebhooksTables>;
  readonly now: () => Date;
}

/** The endpoints of accounts. */
export function makeEndpoints({ db, now }: EndpointsDeps) {
  async function find(span: Span, id: Uuid): Promise<Endpoint> {
    const endpoint = await store.findEndpoint(db, { id, span });
    if (!endpoint) throw notFound('webhook endpoint');
    return endpoint;
  }

  /** Does something to an endpoint that the caller manages, once per key. */
  async function change(
    caller: Caller,
    id: Uuid,
    key: IdempotencyKey | undefined,
    work: (tx: Transaction<WebhooksTables>, endpoint: Endpoint) => Promise<Reply>,
  ): Promise<Reply> {
    const span = managedSpan(caller);
    await find(span, id);
    return runOnce(db, key, async (tx) => {
      const endpoint = await store.lockEndpoint(tx, { id, span });
      if (!endpoint) throw notFound('webhook endpoint');
      return work(tx, endpoint);
    });
  }

  return {
    async get(caller: Caller, id: Uuid) {
      return toEndpointResource(await find(seenSpan(caller), id));
    },

    async list(caller: Caller, query: PageQuery & { accountId: Uuid | null | undefined }) {
      const seen = seenSpan(caller);
      const { accountId } = query;
      const isSeen = accountId !== null && (accountId === undefined || includes(seen, accountId));
      if (!isSeen) return toListBody([], query, toEndpointResource);
      const span = accountId === undefined ? seen : { accountId };
      const isListed = async (id: Uuid) => !!(await store.findEndpoint(db, { id, span }));
      await checkCursor(query, isListed);
      const rows = await store.listEndpoints(db, span, query, query.limit + 1);
      return toListBody(rows, query, toEndpointResource);
    },

    /** Its secret is in this one reply and in no other but that of a rotation. */
    async create(
      caller: Caller,
      wish: EndpointWish,
      key: IdempotencyKey | undefined,
    ): Promise<Reply> {
      const accountId = await accountOf(db, caller, wish.accountId);
      const secret = makeSecret();
      let isNew = false;
      const reply = await runOnce(db, key, async (tx) => {
        if ((await store.lockEndpointCount(tx, accountId)) >= ENDPOINTS_MAX)
          return refuse('conflict', `an account has at most ${ENDPOINTS_MAX}: delete one first`);
        const at = now();
        const endpoint: Endpoint = {
          id: newId(),
          accountId,
          url: wish.url,
          eventTypes: wish.eventTypes,
          status: 'enabled',
          disabledReason: null,
          createdAt: at,
          updatedAt: at,
        };
        await store.insertEndpoint(tx, endpoint, secret);
        isNew = true;
        return { status: 201, body: toEndpointResource(endpoint) };
      });
      return isNew ? withSecret(reply, secret) : reply;
    },

    update(caller: Caller, id: Uuid, wish: EndpointChange, key: IdempotencyKey | undefined) {
      return change(caller, id, key, async (tx, endpoint) => {
        const changed = applyChange(endpoint, wish, now());
        if (changed !== endpoint) await store.saveEndpoint(tx, changed);
        // What waited while it was disabled.
        if (changed.status === 'enabled' && endpoint.status !== 'enabled')
          await callLanes(tx, [id]);
        return { status: 200, body: toEndpointResource(changed) };
      });
    },

    async rotate(caller: Caller, id: Uuid, key: IdempotencyKey | undefined): Promise<Reply> {
      const secret = makeSecret();
      let isNew = false;
      const reply = await change(caller, id, key, async (tx, endpoint) => {
        const at = now();
        const endsAt = new Date(at.getTime() + OVERLAP_MS);
        await store.replaceSecret(tx, id, { secret, now: at, endsAt });
        isNew = true;
        return { status: 200, body: toEndpointResource({ ...endpoint, updatedAt: at }) };
      });
      return isNew ? withSecret(reply, secret) : reply;
    },

    async remove(caller: Caller, id: Uuid, key: IdempotencyKey | undefined): Promise<Reply> {
      const span = managedSpan(caller);
      // The Idempotency-Key first, unlike elsewhere: a repetition finds no endpoint any more.
      return runOnce(db, key, async (tx) => {
        if (!(await store.lockEndpoint(tx, { id, span }))) throw notFound('webhook endpoint');
        await store.markDeleted(tx, id, now());
        const message = 'the endpoint is deleted: nothing is sent to it any more';
        return { status: 200, body: { id: toPublicId('webhookEndpoint', id), message } };
      });
    },
  };
}

export type Endpoints = ReturnType<typeof makeEndpoints>;

/**
 * The account that an endpoint is made for.
 * @throws AppError not_found for one that there is not or that is closed, invalid_request for who
 *   may not choose.
 */
async function accountOf(
  db: Kysely<WebhooksTables>,
  caller: Caller,
  asked: Uuid | null | undefined,
): Promise<Uuid> {
  const span = managedSpan(caller);
  if (typeof span === 'object') {
    if (asked !== undefined && asked !== span.accountId) throw onlyAdminsChoose('account_id');
    return span.accountId;
  }
  if (asked === undefined && caller.accountId !== null) return caller.accountId;
  if (asked != null && (await isOpenAccount(db, asked))) return asked;
  throw new AppError('not_found', 'there is no open account with this id');
}

/** Added after the reply was stored under its Idempotency-Key: a replay goes without. */
function withSecret(reply: Reply, secret: Buffer): Reply {
  const headers = { ...reply.headers, 'Cache-Control': 'no-store' };
  return { ...reply, headers, body: { ...reply.body, secret: showSecret(secret) } };
}
