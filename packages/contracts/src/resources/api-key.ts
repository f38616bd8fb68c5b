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
    name: z.string().describe('Name of the key.'),
    prefix: z.string().meta({
      description: 'First characters of the secret, to tell keys apart.',
    }),
    scopes: z
      .array(z.enum(scopes))
      .describe(
        'Scopes of the key. An operation that needs another scope responds 403, or 401 if it lists no 403.',
      ),
    created_by_id: idOrNull(
      'user',
      'User who created the key',
      'Null for keys created by another key or before this was recorded. The key keeps working after the user leaves.',
    ),
    created_at: createdAt,
    expires_at: instantOrNull(
      'When the key expires (RFC 3339, UTC); null if never. Expired keys are still listed.',
    ),
    last_used_at: instantOrNull(
      'Time of last use (RFC 3339, UTC), updated at most every five minutes; null if never used.',
    ),
  })
  .meta({
    id: 'ApiKey',
    description:
      'A key with which a program acts for an account. The secret is returned only once, when the key is created or rotated.',
  });

export type ApiKeyResource = z.output<typeof apiKeySchema>;
