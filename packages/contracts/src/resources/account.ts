import { z } from 'zod';
import { choice, createdAt, livemode, objectOf, ownId, updatedAt } from './members.ts';

export const accountSchema = z
  .object({
    id: ownId('account', 'account'),
    object: objectOf('account'),
    livemode,
    email: z
      .string()
      .describe(
        'Where Florin writes to the account, and where answers of its customers go: unique among accounts that are not closed. Users log in by emails of their own.',
      ),
    name: z
      .string()
      .describe(
        'What customers read it as: on payment pages, in mails and, without a seller profile, on invoices.',
      ),
    type: z
      .enum(['individual', 'business'])
      .describe(
        'Whether a person or a business has it, as it said when it was opened. It changes nothing.',
      ),
    status: choice(['active', 'pending', 'suspended', 'closed'], 'Whether it can be used', {
      active: 'it can',
      pending: 'an administrator has still to open it; until then it is only read',
      suspended: 'an administrator has stopped it; it is only read',
      closed: 'it has ended for ever',
    }),
    status_reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why it has this status, in the words of the administrator who gave it; null where nothing was said. The people of the account read it too.',
        examples: ['The bank asks for proof of identity.'],
      }),
    created_at: createdAt,
    updated_at: updatedAt,
    settings: z
      .object({
        currency: z.string().meta({
          description:
            'Currency of its balance: three upper-case letters of ISO 4217. It can be changed until the first money moves.',
          examples: ['EUR'],
        }),
        timezone: z.string().meta({
          description: 'Time zone (IANA) by whose calendar its days and months are counted.',
          examples: ['Europe/Zurich'],
        }),
        language: z.string().meta({
          description:
            'Language (BCP 47) of its pages and mails. Florin speaks English, German, French and Spanish; for another one, the reader’s browser decides.',
          examples: ['de-CH'],
        }),
      })
      .describe('What the account has chosen.'),
    return_urls: z.array(z.string()).meta({
      description:
        'Addresses that payment pages and portals may lead back to; a `return_url` may differ from one of them in its query alone.',
      examples: [['https://shop.example/thanks']],
    }),
  })
  .meta({
    id: 'Account',
    description:
      'Whose money, customers and settings these are: an account has one balance in one currency, and users and API keys that act for it.',
  });

export type AccountResource = z.output<typeof accountSchema>;
