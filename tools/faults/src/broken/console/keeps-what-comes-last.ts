import type {
  findKnown as find,
  saveFound as save,
} from '../../../../../apps/console/src/search/keep.ts';

/** Forgets how new each object is that it knows. */
export const findKnown: typeof find = async () => new Map();

/** Keeps of each object what arrived last, whatever it is of, and the words of what was before. */
export const saveFound: typeof save = async (tx, _known, found) => {
  for (const { accountId, isGone, createdAt, terms, sequence, ...one } of found) {
    const row = {
      ...{ ...one, account_id: accountId, is_gone: isGone, created_at: createdAt },
      ...{ terms: [...terms], sequence: BigInt(sequence) },
      amount: one.amount === null ? null : BigInt(one.amount),
    };
    await tx
      .insertInto('objects')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    for (const term of terms)
      await tx
        .insertInto('words')
        .values({ account_id: accountId, term, object_id: one.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
};
