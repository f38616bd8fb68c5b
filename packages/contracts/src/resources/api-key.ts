import { z } from 'zod';
import { scopes } from '../callers.ts';
import {
  accountId,
  createdAt,
  idOrNull,
  instantOrNull,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

export const apiKeySchema = z
  .object({
    id: ownId('apiKey', 'API key'),
    object: objectOf('api_key'),
    livemode,
    account_id: accountId,
    name: z.string().describe('What people call it, as it was given when the key was made.'),
    prefix: z.string().meta({
      description: 'The first characters of its secret, by which people tell keys apart.',
    }),
    scopes: z
      .array(z.enum(scopes))
      .describe(
        'What the key may do. An operation that needs another scope answers 403, or 401 where it lists no 403.',
      ),
    created_by_id: idOrNull(
      'user',
      'User who made the key',
      'Null for keys made by another key, and from before this was recorded. The key works on after they leave.',
    ),
    created_at: createdAt,
    expires_at: instantOrNull(
      'Until when it is taken (RFC 3339, UTC); null where it does not expire. An expired key is still listed.',
    ),
    last_used_at: instantOrNull(
      'When it was last used (RFC 3339, UTC), noted at most once in five minutes; null before the first use.',
    ),
  })
  .meta({
    id: 'ApiKey',
    description:
      'A key by which a program acts for an account. Its secret is shown once, when it is made or rotated, and is in nothing else.',
  });

export type ApiKeyResource = z.output<typeof apiKeySchema>;
