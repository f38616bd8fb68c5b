import { newId, toPublicId } from '@florin/contracts';
import { aboutField, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { type Caller, must } from '../people.ts';
import { askToSave, newShop } from '../prepare/payment-methods.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const ask = (fields: object) => async () => {
  const owner = await newShop();
  return askToSave(owner, owner, fields);
};

const askBy = (by: (world: World) => Caller) => (world: World) => askToSave(by(world), world.owner);

/** Return URLs must be allowed first. */
async function leading({ owner }: Side): Promise<Fresh> {
  const body = { return_urls: ['https://shop.example/saved'] };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return {};
}

export const contract: Contract = {
  operation: 'POST /v1/payment_methods',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      body: {
        customer_id: toPublicId('customer', newId()),
        customer_email: 'customer@example.com',
        return_url: 'https://shop.example/saved',
        processor: 'test',
      },
      fresh: leading,
      unknown: '404 account_not_found',
      misshapen: '404 account_not_found',
    }),
  ],
  withoutEvents: 'nothing is saved yet',
  scenarios: [
    guarded,
    succeeds(201, 'a customer who is to save a card', ask({})),
    succeeds(201, 'with words of the shop', ask({ consent_text: 'Charge me each week.' })),
    succeeds(201, 'by any processor', ask({ processor: undefined })),
    refusesEach(400, 'invalid_request', ask, {
      'no return_url': { return_url: undefined },
      'a return_url that is not listed': { return_url: 'https://evil.example/' },
      'a customer by another id': { customer_id: 'customer-7' },
      'an email without a domain': { customer_email: 'grace' },
      'an unknown processor': { processor: 'paper' },
      'words that say nothing': { consent_text: ' ' },
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      askBy(({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      askBy(({ platform }) => platform),
    ),
    refuses(404, 'account_not_found', 'no such account', ask({ account_id: ABSENT.account })),
    refuses(
      404,
      'account_not_found',
      'an account of others',
      askBy(({ stranger }) => stranger),
    ),
  ],
};
