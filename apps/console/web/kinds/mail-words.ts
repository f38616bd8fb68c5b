import { florin } from '../core/api.ts';
import { mayManageAccount } from '../core/session.ts';
import { language, texts } from '../texts/index.ts';
import type { Action, Values } from './kind.ts';

type Path = Parameters<typeof florin.patch<'/v1/mail_templates/{kind}'>>[1]['path'];
type Body = Parameters<typeof florin.patch<'/v1/mail_templates/{kind}'>>[1]['body'];

const kinds = [
  ...['payment_request', 'receipt', 'refund', 'invoice', 'credit_note', 'payment_failed'],
  'reminder',
  ...['card_expiring', 'trial_ending', 'subscription_changed', 'subscription_ending'],
  'subscription_ended',
];

/** Customizes a customer email, with a live preview. */
export const changeWords: Action<undefined> = {
  label: 'doChange',
  isOpen: (_nothing, session) => mayManageAccount(session) && session.account !== undefined,
  fields: [
    { name: 'kind', label: 'mailKind', type: 'choice', options: kinds },
    {
      ...{ name: 'language', label: 'language', type: 'choice' },
      options: ['en', 'de', 'fr', 'es'],
      initial: language,
    },
    { name: 'subject', label: 'subject', type: 'text', isOptional: true },
    { name: 'body', label: 'mailBody', type: 'long', isOptional: true },
  ],
  say: () => texts().saySettings,
  preview: async (_nothing, values) => {
    const shown = await florin.post('/v1/mail_templates/{kind}/preview', toRequest(values));
    return { says: [shown.subject, ...shown.text.split('\n\n')], values: {} };
  },
  run: (_nothing, values, idempotencyKey) =>
    florin.patch('/v1/mail_templates/{kind}', { ...toRequest(values), idempotencyKey }),
  touches: ['mail_template'],
};

/** Empty fields keep Florin's own text. */
function toRequest({ kind, language: tag, subject, body }: Values): { path: Path; body: Body } {
  return {
    path: { kind } as Path,
    body: { language: tag, subject: subject || null, body: body || null } as Body,
  };
}
