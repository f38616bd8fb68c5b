import { type Reply, refuse } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { lossBy } from '../domain/in-charge.ts';
import type { User } from '../domain/user.ts';
import { hasOtherAdmin, isLastOwner, lockWhoIsInCharge } from '../store/in-charge.ts';
import type { IdentityTables } from '../store/schema.ts';
import { busyIfLocked } from './busy.ts';

/**
 * Why a locked user may not change so, or be deleted: nobody would be left who could appoint another.
 * Holds from the look to the end of the transaction, however many are changed at once.
 */
export async function refuseToLoseTheLast(
  tx: Transaction<IdentityTables>,
  before: User,
  after: User | undefined,
): Promise<Reply | undefined> {
  const { ofAdmin, ofOwner } = lossBy(before, after);
  if (!ofAdmin && ofOwner === null) return undefined;
  await lockWhoIsInCharge(tx).catch(busyIfLocked('somebody else in charge changes just now'));
  if (ofAdmin && !(await hasOtherAdmin(tx, before.id)))
    return refuse(
      'conflict',
      'this is the last active administrator: make another user one first, by PATCH /v1/users/{user_id} with role admin',
    );
  if (ofOwner !== null && (await isLastOwner(tx, ofOwner, before.id)))
    return refuse(
      'conflict',
      'this is the last active owner of the account: make another user of it owner first, by PATCH /v1/users/{user_id} with role owner, or close the account by DELETE /v1/account',
    );
  return undefined;
}
