import { about, type Fresh } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { browse } from '../pay.ts';
import type { newOwner } from '../people.ts';
import { newShop, newUnmatchedOfAdmin, ofAdmins, one, onOne } from '../prepare/bank-statements.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, requestPayment } from '../world.ts';

const AMOUNT = 1_230;

/** A payment in euro by bank transfer, awaited. */
async function awaited(owner: Awaited<ReturnType<typeof newOwner>>) {
  const fields = { currency: 'EUR', amount: AMOUNT };
  const { id, payment_url } = await requestPayment(owner, fields);
  const body = new URLSearchParams({ processor: 'bank_transfer' });
  await browse(payment_url, { method: 'POST', body });
  return String(id);
}

/** Unmatched money, and an account that can receive it. */
const assigning = async (): Promise<Fresh> => ({
  ...(await newUnmatchedOfAdmin()),
  body: { account_id: (await newShop()).accountId },
});

export const contract: Contract = {
  operation: 'POST /v1/unmatched_money/{unmatched_money_id}/assign',
  access: [
    about('prove the books', 'unmatchedMoney', {
      body: { account_id: ABSENT.account },
      fresh: assigning,
    }),
  ],
  withoutEvents:
    'the bank account is the operator’s; the account’s deposit publishes its own event',
  scenarios: [
    guarded,
    succeeds(200, 'to the payment that it is for', async (world) => {
      const payment_id = await awaited(await newShop());
      return onOne('/assign', { payment_id })(world);
    }),
    succeeds(200, 'to an account', async (world) =>
      onOne('/assign', { account_id: (await newShop()).accountId })(world),
    ),
    refusesEach(400, 'invalid_request', (body: object) => onOne('/assign', body), {
      'without a destination': {},
      'to two': { payment_id: ABSENT.payment, account_id: ABSENT.account },
    }),
    refuses(400, 'currency_mismatch', 'to an account of another currency', async (world) =>
      onOne('/assign', { account_id: world.owner.accountId })(world),
    ),
    ...ofAdmins('POST', one('/assign'), { account_id: ABSENT.account }),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) =>
      admin.call('POST', one('/assign'), { body: { account_id: ABSENT.account } }),
    ),
    refuses(409, 'conflict', 'to a payment that waits for none', async (world) =>
      onOne('/assign', { payment_id: world.objects.paymentId })(world),
    ),
  ],
};
