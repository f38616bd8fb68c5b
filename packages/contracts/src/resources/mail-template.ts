import { z } from 'zod';

/** Mails to customers, in whose words a seller has a say. */
export const templateKinds = [
  'payment_request',
  'receipt',
  'refund',
  'invoice',
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

/** What one kind of mail says in one language. */
export const mailTemplateSchema = z.object({
  object: z.literal('mail_template'),
  livemode: z.boolean(),
  account_id: z.string(),
  kind: z.enum(templateKinds),
  language: z.enum(templateLanguages),
  subject: z.string(),
  body: z.string().meta({ description: 'Plain text; an empty line begins a paragraph.' }),
  names: z.array(z.string()).meta({
    description: 'What the texts may name in braces, as `{amount}`: each mail has its own values.',
  }),
  changed: z.boolean().meta({ description: 'Whether the account has words of its own.' }),
});
export type MailTemplateResource = z.output<typeof mailTemplateSchema>;

/** A mail as its reader would get it, with made-up values. */
export const mailPreviewSchema = z.object({
  object: z.literal('mail_preview'),
  livemode: z.boolean(),
  kind: z.enum(templateKinds),
  language: z.enum(templateLanguages),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
