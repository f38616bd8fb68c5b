import {
  isLive,
  type MailTemplateResource,
  type TemplateKind,
  type TemplateLanguage,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { MessageTexts, Named } from '../messages/texts/texts.ts';

/** A seller's own texts for an email; null for Florin's. */
export interface Template {
  readonly subject: string | null;
  readonly body: string | null;
}

export const OURS: Template = { subject: null, body: null };

/** Placeholders of each kind, and the value each stands for. */
const namesOfKinds: Readonly<Record<TemplateKind, Readonly<Record<string, keyof Named>>>> = {
  payment_request: { account: 'account', amount: 'amount', reference: 'reference' },
  receipt: { account: 'account', amount: 'amount', reference: 'reference' },
  refund: { account: 'account', amount: 'amount' },
  invoice: { account: 'account', amount: 'amount', invoice: 'name', due_date: 'date' },
  credit_note: {
    ...{ account: 'account', amount: 'amount' },
    ...{ credit_note: 'name', invoice: 'reference' },
  },
  payment_failed: { account: 'account', amount: 'amount', invoice: 'name' },
  reminder: { account: 'account', amount: 'amount', invoice: 'name', due_date: 'date' },
  card_expiring: { account: 'account', card: 'name' },
  trial_ending: { account: 'account', amount: 'amount', plan: 'name', trial_end: 'date' },
  subscription_changed: { account: 'account', amount: 'amount', plan: 'name', from: 'date' },
  subscription_ending: { account: 'account', plan: 'name', end: 'date' },
  subscription_ended: { account: 'account', plan: 'name', end: 'date' },
};

const NAME = /\{(\w+)\}/g;

export const namesOf = (kind: TemplateKind): readonly string[] => Object.keys(namesOfKinds[kind]);

/** Why a text is not valid for this kind; undefined if it is. */
export function refusalOf(kind: TemplateKind, text: string): string | undefined {
  const names = namesOf(kind);
  const unknown = [...text.matchAll(NAME)].find(([, name = '']) => !names.includes(name));
  const known = names.map((name) => `{${name}}`).join(', ');
  return unknown && `has an unknown name ${unknown[0]}; use ${known}`;
}

/** Fills the placeholders of a text; placeholders inside values are not expanded. */
export function fill(kind: TemplateKind, text: string, named: Named): string {
  const names = namesOfKinds[kind];
  return text.replaceAll(NAME, (whole, name: string) => {
    const value = Object.hasOwn(names, name) ? names[name] : undefined;
    return value === undefined ? whole : named[value];
  });
}

/** Email texts, with the seller's own where there are any. */
export function withTemplate(
  texts: MessageTexts,
  kind: TemplateKind,
  { subject, body }: Template,
): MessageTexts {
  const said = {
    ...texts.kinds[kind],
    ...(subject !== null && { subject: (named: Named) => fill(kind, subject, named) }),
    ...(body !== null && { body: (named: Named) => fill(kind, body, named) }),
  };
  return { ...texts, kinds: { ...texts.kinds, [kind]: said } };
}

/** A template as its seller sees it; Florin's own texts have placeholders in braces. */
export function toTemplateResource(
  texts: MessageTexts,
  {
    accountId,
    kind,
    language,
  }: {
    readonly accountId: Uuid;
    readonly kind: TemplateKind;
    readonly language: TemplateLanguage;
  },
  template: Template,
): MailTemplateResource {
  const nothing = { account: '', amount: '', name: '', date: '', reference: '' };
  const named = Object.entries(namesOfKinds[kind]).map(([name, value]) => [value, `{${name}}`]);
  const braces: Named = { ...nothing, ...Object.fromEntries(named) };
  const ours = texts.kinds[kind];
  return {
    object: 'mail_template',
    livemode: isLive(accountId),
    account_id: toPublicId('account', accountId),
    ...{ kind, language },
    subject: template.subject ?? ours.subject(braces),
    body: template.body ?? ours.body(braces),
    names: [...namesOf(kind)],
    changed: template.subject !== null || template.body !== null,
  };
}
