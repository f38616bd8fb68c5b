import { z } from 'zod';
import { accountId, livemode, objectOf } from './members.ts';

/** Mails to customers, in whose words a seller has a say. */
export const templateKinds = [
  'payment_request',
  'receipt',
  'refund',
  'invoice',
  'credit_note',
  'payment_failed',
  'reminder',
  'card_expiring',
  'trial_ending',
  'subscription_changed',
  'subscription_ending',
  'subscription_ended',
] as const;
export type TemplateKind = (typeof templateKinds)[number];

export const templateLanguages = ['en', 'de', 'fr', 'es'] as const;
export type TemplateLanguage = (typeof templateLanguages)[number];

const kind = z.enum(templateKinds).meta({
  description: 'Which mail it is: each is written for one event.',
  examples: ['invoice'],
});
const language = z.enum(templateLanguages).describe('Language of the texts (ISO 639-1).');

export const mailTemplateSchema = z
  .object({
    object: objectOf('mail_template'),
    livemode,
    account_id: accountId,
    kind,
    language,
    subject: z.string().meta({
      description: 'Subject of the mail; names in braces stand for the values of each mail.',
      examples: ['Your invoice {invoice} from {account}'],
    }),
    body: z.string().meta({
      description: 'What the mail says, as plain text; an empty line begins a paragraph.',
    }),
    names: z.array(z.string()).meta({
      description:
        'What the texts may name in braces, as `{amount}`: each mail has its own values.',
      examples: [['account', 'amount', 'invoice', 'due_date']],
    }),
    changed: z
      .boolean()
      .describe('Whether the account has words of its own; otherwise they are those of Florin.'),
  })
  .meta({
    id: 'MailTemplate',
    description: 'What one kind of mail to customers says in one language.',
  });
export type MailTemplateResource = z.output<typeof mailTemplateSchema>;

export const mailPreviewSchema = z
  .object({
    object: objectOf('mail_preview'),
    livemode,
    kind,
    language,
    subject: z.string().describe('Its subject, with made-up values in place of names.'),
    text: z.string().describe('The mail as plain text.'),
    html: z.string().describe('The same mail as an HTML document.'),
  })
  .meta({
    id: 'MailPreview',
    description: 'A mail as its reader would get it, with made-up values. Nothing is sent.',
  });
