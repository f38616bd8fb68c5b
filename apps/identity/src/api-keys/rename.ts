import type { Reply, Uuid } from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Deps } from '../deps.ts';
import { apiKeyUpdated, toApiKeyResource } from '../domain/api-key.ts';
import { managedAccountOf } from '../domain/api-key-rights.ts';
import type { Command } from '../requests.ts';
import { lockApiKey, saveName } from './queries.ts';

export interface ApiKeyRenaming extends Command {
  readonly keyId: Uuid;
  readonly name: string;
}

/**
 * Renames a key; has no effect if the name is the same.
 * @throws AppError not_found, also for a key of another account.
 */
export function renameApiKey(
  { db, now }: Deps,
  { caller, cause, key, keyId: id, name }: ApiKeyRenaming,
): Promise<Reply> {
  const accountId = managedAccountOf(caller);
  return runOnce(db, key, async (tx) => {
    const before = await lockApiKey(tx, { id, accountId });
    if (!before) throw notFound('API key');
    if (before.name === name) return { status: 200, body: toApiKeyResource(before) };
    const after = { ...before, name, version: before.version + 1n };
    await saveName(tx, after);
    await addToOutbox(tx, [apiKeyUpdated(before, after, cause, now())]);
    return { status: 200, body: toApiKeyResource(after) };
  });
}
