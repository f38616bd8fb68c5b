import { type Html, html } from '@florin/http-api';
import { itemsOf, type Terms } from '../../../domain/price.ts';
import type { WritePrice } from '../prices.ts';

/** The names of all items. */
export function namesOf(terms: Terms): string {
  return itemsOf(terms)
    .map(({ plan }) => plan.name)
    .join(' + ');
}

/** The names of all items, with quantities above 1. */
export function contentOf(terms: Terms): string {
  return itemsOf(terms)
    .map(({ plan, quantity }) => (quantity > 1 ? `${plan.name} × ${quantity}` : plan.name))
    .join(' + ');
}

/** Each item with its quantity and price; null if the plan is the only one. */
export function renderItems(terms: Terms, writePrice: WritePrice): Html | null {
  const items = itemsOf(terms);
  if (items.length === 1) return null;
  const rows = items.map(
    (item) =>
      html`<li><span dir="auto">${item.plan.name}</span> × ${item.quantity}, ${writePrice(item)}</li>`,
  );
  return html`<ul>${rows}</ul>`;
}
