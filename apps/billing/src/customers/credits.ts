import { type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { notFound, pageOf } from '@florin/http-api';
import { canRead } from '../accounts/access.ts';
import { toCreditEntryResource } from '../domain/resources/customer.ts';
import { checkCursor, type ListQuery, toList } from '../lists.ts';
import { hasCreditEntry, selectCreditEntries } from '../records/credits-queries.ts';
import { type CustomersDeps, getVisibleCustomer } from './operations.ts';

/** A page of the credit entries of a customer or a paying account, newest first. */
export async function listCredits(
  deps: CustomersDeps,
  caller: Caller,
  holder: string,
  query: ListQuery,
) {
  const { db } = deps;
  const holderId = await findHolder(deps, caller, holder);
  await checkCursor(query, async (id) => {
    if (!(await hasCreditEntry(db, holderId, id))) throw notFound('credit entry');
  });
  const rows = await selectCreditEntries(db, holderId, pageOf(query), query.limit + 1);
  return toList(rows, query, (entry) => toCreditEntryResource(entry, holder));
}

/** @throws AppError not_found if the caller may not read the holder. */
async function findHolder(deps: CustomersDeps, caller: Caller, holder: string): Promise<Uuid> {
  const accountId = parsePublicId('account', holder);
  if (accountId !== undefined && canRead(caller, accountId)) return accountId;
  return (await getVisibleCustomer(deps, caller, holder)).id;
}
