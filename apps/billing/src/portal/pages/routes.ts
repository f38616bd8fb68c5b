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
    summary: 'Show a customer what they have',
    description: 'A page for people: subscriptions, invoices, payment methods and details.',
    params: z.object({ token }),
    query: z.object({
      done: outcomeField,
      older_than: shortText.optional().describe('Invoice behind which the list goes on (`inv_…`).'),
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
    summary: 'Show a customer what stands on their invoices',
    description: 'A page with a form, where the account lets its customers change their details.',
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

const lineField = z
  .string()
  .max(1_000)
  .default('')
  .describe('What is typed in this field of the form.');

const saveDetailsRoute = (deps: PortalPageDeps) =>
  defineRoute({
    ...writes,
    path: `${ROOT}/details`,
    operationId: 'changePortalDetails',
    summary: 'Change what stands on the invoices of a customer',
    description: 'Takes the form of that page, and leads back to it with what has become of it.',
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
    summary: 'Add, remove or choose what a customer is charged by',
    description: 'Takes the forms of the portal. Adding one leads on to a page of the processor.',
    example: { request: { action: 'add' } },
    params: z.object({ token }),
    body: z.object({
      action: z.enum(['add', 'default', 'remove']).describe('What is to be done.'),
      payment_method_id: shortText.optional().describe('Which one (`pm_…`), unless one is added.'),
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
