import { defineRoute, type Route } from '@florin/http-api';
import { pickLocale, renderFailure, seeOther } from '@florin/pages';
import { z } from 'zod';
import type { Payer } from '../payments/pay.ts';
import type { Way } from '../payments/processor.ts';
import { languages } from '../texts/languages.ts';
import { assetRoutes } from './assets.ts';
import { cardFields, readCard } from './card-form.ts';
import { consentTextOf, readConsent } from './consent.ts';
import { type PageOptions, renderPayment } from './page.ts';
import { type OpenedPayment, openPayment, type PageDeps } from './view.ts';

export interface PayRouteDeps extends PageDeps {
  readonly payer: Pick<Payer, 'pay' | 'giveUp'>;
  /** Base URL of all pages. */
  readonly linkBase: string;
}

/** The cheapest for customers comes first. */
const ORDER: readonly Way['kind'][] = ['form', 'redirect', 'transfer'];

const page = z.string().meta({ description: 'An HTML page.' });
/** Shared definition of both routes. */
const common = {
  path: '/pay/{token}',
  token: 'none',
  // 256 bits in base64url; any other text is not a token.
  params: z.object({
    token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .meta({ description: 'Secret token of `payment_url`.' }),
  }),
  showError: renderFailure,
} as const;

/**
 * The page where a customer pays. It works without scripts, and every tab shows the current state.
 */
export function payRoutes(deps: PayRouteDeps): readonly Route[] {
  const { payer, processors, linkBase } = deps;
  const optionsOf = (
    opened: OpenedPayment,
    ways: readonly Way[],
    acceptLanguage: string | undefined,
  ): PageOptions => ({
    locale: pickLocale(languages, opened.payee?.language, acceptLanguage),
    ways,
  });
  /** Payment methods on this page; only an open payment request requires them. */
  const waysOf = async ({ payment, view }: OpenedPayment, requestId: string) => {
    const ways = await processors.listWays(payment, requestId).catch((error: unknown) => {
      if (view.state === 'open') throw error;
      return [];
    });
    return ways.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  };
  return [
    ...assetRoutes(),
    defineRoute({
      ...common,
      method: 'GET',
      operationId: 'showPaymentPage',
      summary: 'Show a payment page',
      description:
        'The page at `payment_url`, for the customer, without a token: anyone with the URL can pay. In English, German, French or Spanish. It works without JavaScript, and shows a receipt after payment.',
      replies: { 200: page },
      errors: ['not_found'],
      async handle({ params, requestId, acceptLanguage }) {
        const opened = await openPayment(deps, params.token, requestId);
        if (!opened) return renderFailure({ status: 404 }, acceptLanguage);
        const ways = await waysOf(opened, requestId);
        return renderPayment(opened, optionsOf(opened, ways, acceptLanguage));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      operationId: 'payByPage',
      summary: 'Pay a payment request',
      description:
        "Accepts the form of the payment page. For invalid input the page is shown again with the errors; otherwise the response redirects to the page, or to the processor's page. Sending the form twice never charges twice.",
      body: cardFields,
      isBodyOptional: true,
      form: {},
      replies: { 303: page },
      errors: ['invalid_request', 'not_found'],
      async handle({ params: { token }, body, requestId, deadline, acceptLanguage }) {
        const opened = await openPayment(deps, token, requestId);
        if (!opened) return renderFailure({ status: 404 }, acceptLanguage);
        const here = seeOther(`./${token}`);
        if (body.instead !== '') {
          await payer.giveUp(opened.payment, requestId);
          return here;
        }
        const ways = await waysOf(opened, requestId);
        const way = chosenWay(ways, body);
        if (opened.view.state !== 'open' || !way) return here;
        const options = optionsOf(opened, ways, acceptLanguage);
        const form = way.kind === 'form' ? readCard(body, Date.now()) : { card: null };
        // A transfer saves nothing that could be charged again.
        const asked = way.kind === 'transfer' ? null : consentTextOf(opened, options.locale);
        const consent = readConsent(asked, body.consent);
        if ('errors' in form || 'errors' in consent) {
          const errors = {
            ...('errors' in form && form.errors),
            ...('errors' in consent && consent.errors),
          };
          return renderPayment(opened, options, { errors, name: body.name });
        }
        const { consentText, savesMethod } = consent;
        const context = { requestId, deadline, returnUrl: `${linkBase}${token}`, consentText };
        const { savesFor } = opened.payment;
        const payment = { ...opened.payment, savesFor: savesMethod ? savesFor : null };
        const away = await payer.pay(payment, { way, card: form.card }, context);
        return away === null ? here : seeOther(away);
      },
    }),
  ];
}

/** The method that the form names; otherwise a card, if one was entered. */
function chosenWay(
  ways: readonly Way[],
  { processor, card_number }: { readonly processor: string; readonly card_number: string },
): Way | undefined {
  if (processor !== '') return ways.find((way) => way.processor === processor);
  return ways.find(({ kind }) => kind === 'form' && card_number !== '') ?? ways[0];
}
