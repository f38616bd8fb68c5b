import { z } from 'zod';
import { accountId, livemode, objectOf } from './members.ts';

/** Mails to customers that sellers can customize. */
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
  description: 'Type of the mail: one for each event.',
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
      description: 'Subject. Names in braces are replaced by the values of each mail.',
      examples: ['Your invoice {invoice} from {account}'],
    }),
    body: z.string().meta({
      description: 'Body as plain text. An empty line starts a paragraph.',
    }),
    names: z.array(z.string()).meta({
      description:
        'Names that the texts may use in braces, such as `{amount}`. Each type of mail has its own.',
      examples: [['account', 'amount', 'invoice', 'due_date']],
    }),
    changed: z
      .boolean()
      .describe("Whether the account customized the text; otherwise it is Florin's default."),
  })
  .meta({
    id: 'MailTemplate',
    description: 'The text of one type of customer mail in one language.',
  });
export type MailTemplateResource = z.output<typeof mailTemplateSchema>;

export const mailPreviewSchema = z
  .object({
    object: objectOf('mail_preview'),
    livemode,
    kind,
    language,
    subject: z.string().describe('Subject with sample values.'),
    text: z.string().describe('Body as plain text.'),
    html: z.string().describe('The same mail as an HTML document.'),
  })
  .meta({
    id: 'MailPreview',
    description: 'A mail as its reader would see it, with sample values. Nothing is sent.',
  });
