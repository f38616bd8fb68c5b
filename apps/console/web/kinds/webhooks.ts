import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatTime } from '../core/format.ts';
import { mayManageAccount, mayReadEvents, type Session, seesAll } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind, linesOf } from './kind.ts';

type Event = Result<'get', '/v1/events/{event_id}'>;
type Endpoint = Result<'get', '/v1/webhook_endpoints/{webhook_endpoint_id}'>;
type Delivery = Result<
  'get',
  '/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries'
>['data'][number];

/** Delivery attempts publish no events, so they are polled. */
const ATTEMPTS_MS = 3_000;

export const events = defineKind<Event>({
  name: 'event',
  screen: 'events',
  prefix: 'evt',
  isFor: mayReadEvents,
  list: (query) => florin.get('/v1/events', { query }),
  get: (id) => florin.get('/v1/events/{event_id}', { path: { event_id: id } }),
  apiPath: (id) => `/v1/events/${id}`,
  titleOf: ({ type }) => type,
  columns: [
    ...columns<Event>('type'),
    { label: 'object', of: ({ data }) => (data.object as { id?: unknown }).id ?? null },
    ...columns<Event>('created_at', 'id'),
  ],
  filters: { type: [], object_id: [] },
  related: [
    {
      screen: 'deliveries',
      everyMs: ATTEMPTS_MS,
      list: async ({ id }) =>
        asPage(await florin.get('/v1/events/{event_id}/deliveries', { path: { event_id: id } })),
    },
  ],
});

/** Whether the user may manage webhooks and API keys. */
export const builds = (session: Session): boolean =>
  mayManageAccount(session) || session.role === 'developer' || seesAll(session);

export const endpoints = defineKind<Endpoint>({
  name: 'webhook_endpoint',
  screen: 'webhook_endpoints',
  prefix: 'we',
  isFor: builds,
  list: (query) => florin.get('/v1/webhook_endpoints', { query }),
  get: (id) =>
    florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', {
      path: { webhook_endpoint_id: id },
    }),
  apiPath: (id) => `/v1/webhook_endpoints/${id}`,
  titleOf: ({ url }) => url,
  columns: columns<Endpoint>('url', 'status', 'failing_since', 'created_at'),
  filters: { status: ['enabled', 'disabled'], failing: ['true', 'false'] },
  related: [
    {
      screen: 'deliveries',
      everyMs: ATTEMPTS_MS,
      list: async ({ id }) =>
        asPage(
          await florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries', {
            path: { webhook_endpoint_id: id },
          }),
        ),
    },
  ],
  actions: [
    {
      label: 'doChange',
      undo: 'doChange',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      fields: [
        { name: 'url', label: 'url', type: 'text', initial: ({ url }) => url },
        {
          ...{ name: 'event_types', label: 'eventTypes', type: 'long' },
          initial: ({ event_types }) => event_types.join('\n'),
        },
        {
          ...{ name: 'status', label: 'state', type: 'choice' },
          options: ['enabled', 'disabled'],
          initial: ({ status }) => status,
        },
      ],
      say: (_endpoint, { url = '' }) => fill(texts().sayListen, { url }),
      run: ({ id }, { url = '', event_types = '', status }, idempotencyKey) =>
        florin.patch('/v1/webhook_endpoints/{webhook_endpoint_id}', {
          path: { webhook_endpoint_id: id },
          body: { url, event_types: typesOf(event_types), status: status as Endpoint['status'] },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
    },
    {
      label: 'doTest',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      say: () => texts().sayTest,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/test', {
          path: { webhook_endpoint_id: id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
    },
    {
      label: 'doReplay',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      fields: [
        { name: 'from', label: 'from', type: 'instant', initial: () => hoursAgo(24) },
        { name: 'to', label: 'until', type: 'instant', initial: () => hoursAgo(0) },
      ],
      say: (_endpoint, { from = '', to = '' }) =>
        fill(texts().sayReplay, { from: formatTime(from), until: formatTime(to) }),
      run: ({ id }, { from = '', to = '' }, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/replay', {
          path: { webhook_endpoint_id: id },
          body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
    },
    {
      label: 'doRotate',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      say: () => texts().sayRotate,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/rotate', {
          path: { webhook_endpoint_id: id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
      isDangerous: true,
      secretOf: (reply) => (reply as { readonly secret?: string }).secret,
    },
    {
      label: 'doDelete',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      say: () => texts().sayDelete,
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/webhook_endpoints/{webhook_endpoint_id}', {
          path: { webhook_endpoint_id: id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doCreateEndpoint',
      isOpen: (_nothing, session) => builds(session) && session.account !== undefined,
      fields: [
        { name: 'url', label: 'url', type: 'text' },
        { name: 'event_types', label: 'eventTypes', type: 'long', initial: () => '*' },
      ],
      say: (_nothing, { url = '' }) => fill(texts().sayListen, { url }),
      run: (_nothing, { url = '', event_types = '' }, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints', {
          body: { url, event_types: typesOf(event_types) },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
      secretOf: (reply) => (reply as { readonly secret?: string }).secret,
    },
  ],
});

type EventTypes = NonNullable<
  Parameters<typeof florin.post<'/v1/webhook_endpoints'>>[1]['body']['event_types']
>;

/** Event types contain no spaces. */
const typesOf = (text: string) => [...linesOf(text)] as EventTypes;

export const deliveries = defineKind<Delivery>({
  name: 'delivery',
  screen: 'deliveries',
  columns: columns<Delivery>(
    ...(['event_id', 'webhook_endpoint_id', 'status', 'attempts', 'status_code'] as const),
    ...(['error', 'answer', 'last_attempt_at', 'next_attempt_at'] as const),
  ),
  actions: [
    {
      label: 'doReplay',
      isOpen: ({ event_type }, session) =>
        event_type !== 'webhook_endpoint.test' && builds(session) && session.role !== 'platform',
      say: ({ event_type }) => fill(texts().sayReplayOne, { name: event_type }),
      run: ({ webhook_endpoint_id, event_id }, _values, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/replay', {
          path: { webhook_endpoint_id },
          body: { event_id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint', 'delivery'],
    },
  ],
});

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
