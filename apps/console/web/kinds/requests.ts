import type { Item } from '@florin/client';
import { florin } from '../core/api.ts';
import { columns, defineKind } from './kind.ts';
import { builds } from './webhooks.ts';

type Entry = Item<'/v1/audit_log'>;

/** Requests that changed something or were refused. */
export const requests = defineKind<Entry>({
  name: 'request',
  screen: 'requests',
  prefix: 'req',
  isFor: builds,
  note: 'requestsSay',
  list: (query) => florin.get('/v1/audit_log', { query }),
  columns: [
    { label: 'operation', of: ({ operation, action }) => operation ?? action },
    // The event of a successful request has no exact status.
    { label: 'status_code', of: ({ status }) => status ?? '2xx' },
    ...columns<Entry>('error'),
    { label: 'actor', of: ({ actor }) => actor.api_key_id ?? actor.user_id },
    { label: 'target', of: ({ target }) => target.id },
    ...columns<Entry>('request_id', 'created_at', 'address'),
  ],
  filters: {
    ...{ method: ['POST', 'PATCH', 'PUT', 'DELETE'], path: [], outcome: ['done', 'refused'] },
    ...{ api_key_id: [], request_id: [], created_after: [], created_before: [] },
  },
});
