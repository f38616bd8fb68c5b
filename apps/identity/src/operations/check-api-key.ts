import type { Scope, Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { isSecretGood, secretEnd, useNotedBefore } from '../domain/api-key.ts';
import { goodForMs, type Remembrance } from '../domain/good-for.ts';
import { findSecret, noteUse } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';

/** For which account a good key speaks, and what it may do. */
export interface KeyPrincipal extends Remembrance {
  readonly keyId: Uuid;
  readonly accountId: Uuid;
  readonly scopes: readonly Scope[];
  readonly isReadOnly: boolean;
}

/** Undefined for a secret that was never one, or is none any more. */
export function makeCheckApiKey({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (secretHash: Buffer): Promise<KeyPrincipal | undefined> => {
    const shown = await findSecret(db, secretHash);
    const shownAt = now();
    if (!shown || !isSecretGood(shown, shownAt)) return undefined;
    const { key, accountStatus, revision } = shown;
    const notedBefore = useNotedBefore(shownAt);
    if (key.lastUsedAt === null || key.lastUsedAt < notedBefore)
      await noteUse(db, key.id, { now: shownAt, notedBefore });
    return {
      keyId: key.id,
      accountId: key.accountId,
      scopes: key.scopes,
      isReadOnly: accountStatus === 'read_only',
      revision,
      goodForMs: goodForMs(secretEnd(shown), shownAt),
    };
  };
}
