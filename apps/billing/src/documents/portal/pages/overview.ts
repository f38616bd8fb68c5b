import { toPublicId } from '@florin/contracts';
import { type Html, html } from '@florin/http-api';
import { type Currency, formatAmount } from '@florin/money';
import type { Invoice } from '../../../domain/invoice/model.ts';
import { endsAtOf, hasEnded, type Subscription } from '../../../domain/subscription/model.ts';
import { addressLines } from '../../drawing/address.ts';
import { type DocumentTexts, documentTexts } from '../../drawing/texts.ts';
import type { SavedMethod } from '../methods.ts';
import type { Portal } from '../open.ts';
import type { WritePrice } from '../prices.ts';
import { contentOf, namesOf, renderItems } from './items.ts';
import { dayOf } from './layout.ts';
import type { PortalLocale } from './texts/languages.ts';

/** Content of the overview page. */
export interface Overview {
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly Invoice[];
  /** Id of the oldest shown invoice, if there are older ones. */
  readonly olderThan: string | null;
  /** Undefined if processors do not respond. */
  readonly methods: readonly SavedMethod[] | undefined;
  readonly writePrice: WritePrice;
}

export function renderOverview(portal: Portal, overview: Overview, locale: PortalLocale): Html {
  const { texts } = locale;
  const { session, shop } = portal;
  const section = (title: string, content: Html) =>
    html`<section><h2>${title}</h2>${content}</section>`;
  const { returnUrl } = session;
  return html`${section(texts.subscriptions, renderSubscriptions(portal, overview, locale))}
${section(texts.invoices, renderInvoices(portal, overview, locale))}
${section(texts.methods, renderMethods(portal, overview, locale))}
${section(texts.details, renderDetails(portal, locale))}
${returnUrl === null ? null : html`<p><a href="${returnUrl}" rel="noreferrer">${texts.leave(shop.name)}</a></p>`}`;
}

function listOf(items: readonly Html[], none: string): Html {
  if (items.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<ul>${items.map((item) => html`<li class="item">${item}</li>`)}</ul>`;
}

function renderSubscriptions(
  { session, shop }: Portal,
  { subscriptions, writePrice }: Overview,
  locale: PortalLocale,
): Html {
  const { texts } = locale;
  const items = subscriptions.map((subscription) => {
    const { id, plan, status } = subscription;
    const price = writePrice(subscription);
    const address = `./${session.token}/subscriptions/${toPublicId('subscription', id)}`;
    const manage = html` <a href="${address}">${texts.manage}</a>`;
    return html`<p><strong dir="auto">${namesOf(subscription)}</strong>, ${price} ${texts.every(plan)}</p>
${renderItems(subscription, writePrice)}
<p class="quiet">${texts.statuses[status]}. ${nextChangeText(subscription, locale, shop)}${hasEnded(subscription) ? null : manage}</p>`;
  });
  return listOf(items, texts.none);
}

/** The next automatic change of a subscription. */
export function nextChangeText(
  subscription: Subscription,
  locale: PortalLocale,
  shop: Portal['shop'],
): string {
  const { status, isCancelScheduled, periodEndAt, pendingChange } = subscription;
  const { texts } = locale;
  if (hasEnded(subscription)) return '';
  if (isCancelScheduled) {
    const endsAt = endsAtOf(subscription);
    return endsAt === null ? texts.endsAfterPause : texts.ends(dayOf(endsAt, locale, shop));
  }
  if (status === 'paused' || status === 'past_due') return '';
  const day = dayOf(periodEndAt, locale, shop);
  return pendingChange ? texts.changes(contentOf(pendingChange), day) : texts.renews(day);
}

function renderInvoices(
  { session, shop }: Portal,
  { invoices, olderThan }: Overview,
  locale: PortalLocale,
): Html {
  const { tag, texts } = locale;
  const words: DocumentTexts = documentTexts[languageOf(tag)];
  const rows = invoices.map((invoice) => {
    const { id, number, documentNumber, finalizedAt, amount, currency, status } = invoice;
    const address = `./${session.token}/invoices/${toPublicId('invoice', id)}`;
    return html`<tr><td><a href="${address}">${documentNumber ?? number?.toString() ?? words.invoice}</a></td>
<td>${finalizedAt === null ? null : dayOf(finalizedAt, locale, shop, 'medium')}</td>
<td>${words.statuses[status]}</td><td>${formatAmount(amount, currency as Currency, tag)}</td></tr>`;
  });
  if (rows.length === 0) return html`<p class="quiet">${texts.none}</p>`;
  const heads = [texts.number, words.issued, words.status, words.amount];
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
${olderThan === null ? null : html`<p><a href="./${session.token}?older_than=${olderThan}">${texts.older}</a></p>`}`;
}

/** The supported language of a tag. */
function languageOf(tag: string): keyof typeof documentTexts {
  return tag.split('-', 1)[0] as keyof typeof documentTexts;
}

function renderMethods({ session }: Portal, { methods }: Overview, locale: PortalLocale): Html {
  const { texts } = locale;
  const action = `./${session.token}/payment_methods`;
  const form = (fields: Readonly<Record<string, string>>, label: string, look: string) =>
    html`<form method="post" action="${action}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="${look}">${label}</button></form>`;
  if (methods === undefined) return html`<p>${texts.outcomes.refused}</p>`;
  const items = methods.map(({ id, name, last4, month, isDefault, isDisputed }) => {
    const method = toPublicId('paymentMethod', id);
    const isCharged = isDefault && !isDisputed;
    const note = isDisputed ? texts.disputed : isDefault ? texts.isDefault : null;
    return html`<p>${name}${last4 === '' ? null : html` <bdi>•••• ${last4}</bdi>`}${month === null ? null : html`, ${texts.expires(month)}`}${note === null ? null : html` (${note})`}</p>
<div class="row">${isCharged ? null : form({ action: 'default', payment_method_id: method }, texts.makeDefault, 'plain')}${form({ action: 'remove', payment_method_id: method }, texts.remove, 'plain')}</div>`;
  });
  return html`${listOf(items, texts.none)}<p></p>${form({ action: 'add' }, texts.add, 'main')}`;
}

function renderDetails({ session, customer, settings }: Portal, locale: PortalLocale): Html {
  const { texts, tag } = locale;
  const { name, email, details } = customer;
  const lines = [
    name,
    details.company,
    email,
    ...(details.address ? addressLines(details.address, tag) : []),
    ...details.taxIds.map(({ value }) => `${texts.fields.tax_id}: ${value}`),
  ].filter((line) => line !== null);
  const edit = html`<p><a href="./${session.token}/details">${texts.edit}</a></p>`;
  return html`${lines.map((line) => html`<div dir="auto">${line}</div>`)}
${lines.length === 0 ? html`<p class="quiet">${texts.none}</p>` : null}
${settings.details ? edit : null}`;
}
