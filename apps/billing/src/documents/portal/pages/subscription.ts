import { type Html, html } from '@florin/http-api';
import { type Currency, formatAmount } from '@florin/money';
import { type PlanTerms, termsOf } from '../../../domain/price.ts';
import { endsAtOf, type Subscription } from '../../../domain/subscription/model.ts';
import type { Portal } from '../open.ts';
import type { WritePrice } from '../prices.ts';
import type { ChangePreview } from '../read.ts';
import { namesOf, renderItems } from './items.ts';
import { dayOf } from './layout.ts';
import { nextChangeText } from './overview.ts';
import type { PortalLocale } from './texts/languages.ts';

/** Confirmations that the subscription page shows. */
export interface Asked {
  readonly preview: ChangePreview | undefined;
  /** Whether to ask for confirmation of a cancellation. */
  readonly cancels: boolean;
  /** Whether it can be canceled at the end of its period. */
  readonly mayEndLater: boolean;
  readonly writePrice: WritePrice;
}

export function renderSubscription(
  portal: Portal,
  subscription: Subscription,
  plans: readonly PlanTerms[],
  asked: Asked,
  locale: PortalLocale,
): Html {
  const { texts } = locale;
  const { plan, status } = subscription;
  const price = asked.writePrice(subscription);
  const head = html`<p><strong dir="auto">${namesOf(subscription)}</strong>, ${price} ${texts.every(plan)}</p>
${renderItems(subscription, asked.writePrice)}
<p class="quiet">${texts.statuses[status]}. ${nextChangeText(subscription, locale, portal.shop)}</p>`;
  if (asked.preview) return html`${head}${renderPreview(asked.preview, portal, asked, locale)}`;
  if (asked.cancels) return html`${head}${renderCancel(portal, subscription, asked, locale)}`;
  return html`${head}
${plans.length === 0 || subscription.isCancelScheduled ? null : renderPlans(plans, subscription, asked, locale)}
${renderEnd(portal, subscription, locale)}`;
}

function renderPlans(
  plans: readonly PlanTerms[],
  subscription: Subscription,
  { writePrice }: Asked,
  { texts }: PortalLocale,
): Html {
  const current = termsOf(subscription);
  const choice = (plan: PlanTerms) =>
    html`<label class="choice"><input type="radio" name="plan" value="${plan.id}" required> <span dir="auto">${plan.name}</span>, ${writePrice({ ...current, plan })} ${texts.every(plan)}</label>`;
  return html`<section><h2>${texts.choose}</h2>
<form method="get"><fieldset aria-label="${texts.choose}">${plans.map(choice)}</fieldset>
<button type="submit">${texts.look}</button></form></section>`;
}

/** The price of a change, and the button that makes it at exactly that price. */
function renderPreview(
  { price, terms }: ChangePreview,
  { shop }: Portal,
  { writePrice }: Asked,
  locale: PortalLocale,
): Html {
  const { texts, tag } = locale;
  const due = formatAmount(BigInt(price.amount_due), price.currency as Currency, tag);
  const later = writePrice(terms);
  const from = dayOf(Date.parse(price.effective_at), locale, shop);
  return html`<section><h2 dir="auto">${namesOf(terms)}</h2>
<p>${texts.dueNow(due)}</p>
<p>${texts.dueThen(later, texts.every(terms.plan), from)}</p>
<form method="post">
<input type="hidden" name="action" value="change">
<input type="hidden" name="quote_id" value="${price.quote_id ?? ''}">
<button type="submit">${price.amount_due > 0 ? texts.confirm(due) : texts.confirmFree}</button>
</form></section>`;
}

/** The button that cancels a subscription, or reverses that. */
function renderEnd(
  { settings }: Portal,
  { isCancelScheduled }: Subscription,
  { texts }: PortalLocale,
): Html | null {
  if (isCancelScheduled)
    return html`<form method="post"><input type="hidden" name="action" value="keep"><button type="submit">${texts.keep}</button></form>`;
  return settings.cancel === 'off' ? null : html`<p><a href="?cancel=yes">${texts.cancel}</a></p>`;
}

function renderCancel(
  { settings, shop }: Portal,
  subscription: Subscription,
  { mayEndLater }: Asked,
  locale: PortalLocale,
): Html {
  const { texts } = locale;
  const endsAt = endsAtOf({ ...subscription, isCancelScheduled: true });
  const atEnd =
    endsAt === null ? texts.endsAfterPause : texts.cancelAtEnd(dayOf(endsAt, locale, shop));
  const what = settings.cancel === 'now' || !mayEndLater ? texts.cancelNow : atEnd;
  return html`<section><h2>${texts.cancel}</h2><p>${what}</p>
<form method="post"><input type="hidden" name="action" value="cancel"><button type="submit">${texts.confirmCancel}</button></form></section>`;
}
