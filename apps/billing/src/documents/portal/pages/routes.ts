import { parsePublicId } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { seeOther } from '@florin/pages';
import { z } from 'zod';
import { saveDetails } from '../actions.ts';
import { changeMethod, openMethodPage } from '../methods.ts';
import { readOverview } from '../read.ts';
import { renderDetailsForm } from './details.ts';
import { type InvoicePageDeps, invoicePages } from './invoice-routes.ts';
import { renderPortalPage } from './layout.ts';
import { renderOverview } from './overview.ts';
import { type SubscriptionPageDeps, subscriptionPages } from './subscription-routes.ts';
import { detailFields } from './texts/texts.ts';
import {
  mayFail,
  notFound,
  outcomeField,
  ROOT,
  reads,
  saying,
  shortText,
  token,
  within,
  writes,
} from './within.ts';

export type PortalPageDeps = InvoicePageDeps & SubscriptionPageDeps;

const PAGE_TIMEOUT_MS = 12_000;

/** Portal pages where customers manage what they buy from a seller. */
export function portalPages(deps: PortalPageDeps): readonly Route[] {
  return [
    overviewRoute(deps),
    ...invoicePages(deps),
    detailsRoute(deps),
    saveDetailsRoute(deps),
    ...subscriptionPages(deps),
    methodsRoute(deps),
  ];
}

const overviewRoute = (deps: PortalPageDeps) =>
  defineRoute({
    ...reads,
    path: ROOT,
    operationId: 'showPortal',
    summary: 'Show the customer portal',
    description: 'An HTML page with subscriptions, invoices, payment methods and details.',
    params: z.object({ token }),
    query: z.object({
      done: outcomeField,
      older_than: shortText
        .optional()
        .describe('Invoice (`inv_…`) after which the list continues.'),
    }),
    errors: notFound,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const { locale, shop } = portal;
        const before = parsePublicId('invoice', request.query.older_than ?? '');
        const overview = await readOverview(deps, portal, before, request.requestId);
        const main = renderOverview(portal, overview, locale);
        const title = locale.texts.title(shop.name);
        return renderPortalPage({
          locale,
          shop,
          title,
          up: null,
          outcome: request.query.done,
          main,
        });
      }),
  });

const detailsRoute = (deps: PortalPageDeps) =>
  defineRoute({
    ...reads,
    path: `${ROOT}/details`,
    operationId: 'showPortalDetails',
    summary: 'Show the billing details in the customer portal',
    description: 'An HTML form, if the account allows customers to change their details.',
    params: z.object({ token }),
    query: z.object({ done: outcomeField }),
    errors: notFound,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const { locale, shop, settings, session } = portal;
        if (!settings.details) return undefined;
        return renderPortalPage({
          ...{ locale, shop, title: locale.texts.details, outcome: request.query.done },
          up: `../${session.token}`,
          main: renderDetailsForm(portal, locale),
        });
      }),
  });

const lineField = z.string().max(1_000).default('').describe('Value of this form field.');

const saveDetailsRoute = (deps: PortalPageDeps) =>
  defineRoute({
    ...writes,
    path: `${ROOT}/details`,
    operationId: 'changePortalDetails',
    summary: 'Update the billing details in the customer portal',
    description: 'Accepts the form of the details page and redirects to it with the result.',
    example: {
      request: { name: 'Ada Lovelace', line1: 'Marktplatz 1', city: 'Berlin', country: 'DE' },
    },
    params: z.object({ token }),
    body: z.object(
      Object.fromEntries(detailFields.map((name) => [name, lineField])) as Record<
        (typeof detailFields)[number],
        typeof lineField
      >,
    ),
    errors: mayFail,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const outcome = await saveDetails(deps, portal, request.body, request.requestId);
        if (outcome === 'saved') return saying(`../${portal.session.token}`, outcome);
        return saying('./details', outcome);
      }),
  });

const methodsRoute = (deps: PortalPageDeps) =>
  defineRoute({
    ...writes,
    path: `${ROOT}/payment_methods`,
    operationId: 'changePortalPaymentMethods',
    summary: 'Update the payment methods in the customer portal',
    description:
      'Accepts the forms of the portal: add, remove or choose a payment method. Adding one redirects to a page of the processor.',
    example: { request: { action: 'add' } },
    params: z.object({ token }),
    body: z.object({
      action: z.enum(['add', 'default', 'remove']).describe('Action.'),
      payment_method_id: shortText
        .optional()
        .describe('Payment method (`pm_…`), unless one is added.'),
    }),
    errors: mayFail,
    timeoutMs: PAGE_TIMEOUT_MS,
    handle: (request) =>
      within(deps, request, async ({ customer, shop, locale, session }) => {
        const { body, requestId } = request;
        const { action } = body;
        const returnUrl = `${deps.publicUrl}/portal/${session.token}`;
        if (action === 'add' && customer.archivedAt !== null)
          return saying(`../${session.token}`, 'refused');
        if (action === 'add') {
          const asked = { returnUrl, mandate: locale.texts.mandate(shop.name) };
          const url = await openMethodPage(deps.processors, customer, asked, requestId).catch(
            () => undefined,
          );
          return url === undefined ? saying(`../${session.token}`, 'refused') : seeOther(url);
        }
        const methodId = parsePublicId('paymentMethod', body.payment_method_id ?? '');
        if (methodId === undefined) return saying(`../${session.token}`, 'refused');
        const done = { action, methodId };
        const outcome = action === 'default' ? 'default' : 'removed';
        return changeMethod(deps.processors, customer, done, requestId).then(
          () => saying(`../${session.token}`, outcome),
          () => saying(`../${session.token}`, 'refused'),
        );
      }),
  });
