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
        'Contact address of the account, for mail from Florin and replies from customers: unique among accounts that are not closed. Users log in with their own emails.',
      ),
    name: z
      .string()
      .describe(
        'Name that customers see: on payment pages, in mails and, without a seller profile, on invoices.',
      ),
    type: z
      .enum(['individual', 'business'])
      .describe('Whether the account was opened by a person or a business. Informational.'),
    status: choice(['active', 'pending', 'suspended', 'closed'], 'Status of the account', {
      active: 'in use',
      pending: 'read-only until an administrator activates it',
      suspended: 'read-only; an administrator suspended it',
      closed: 'closed permanently',
    }),
    status_reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Reason for the status, as the administrator wrote it; null if none was given. Members of the account can read it.',
        examples: ['The bank asks for proof of identity.'],
      }),
    created_at: createdAt,
    updated_at: updatedAt,
    settings: z
      .object({
        currency: z.string().meta({
          description:
            'Currency of the balance: three uppercase letters of ISO 4217. It can change until the first money moves.',
          examples: ['EUR'],
        }),
        timezone: z.string().meta({
          description: 'Time zone (IANA) that defines the days and months of the account.',
          examples: ['Europe/Zurich'],
        }),
        language: z.string().meta({
          description:
            'Language (BCP 47) of pages and mails. Florin supports English, German, French and Spanish; for other values the browser language of the reader is used.',
          examples: ['de-CH'],
        }),
      })
      .describe('Settings of the account.'),
    return_urls: z.array(z.string()).meta({
      description:
        'URLs that payment pages and portals may return to; a `return_url` may differ from one of them only in its query.',
      examples: [['https://shop.example/thanks']],
    }),
  })
  .meta({
    id: 'Account',
    description:
      'A business or person that uses Florin. An account has one balance in one currency, and users and API keys that act for it.',
  });

export type AccountResource = z.output<typeof accountSchema>;
