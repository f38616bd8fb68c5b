import { defineRoute, type Route } from '@florin/http-api';
import { pickLocale, renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { Payer } from '../payment-requests/pay.ts';
import type { PaymentProcessor } from '../payment-requests/processor.ts';
import { assetRoutes } from './assets.ts';
import { cardFields, readCard } from './card-form.ts';
import { seeOther } from './layout.ts';
import { type PageOptions, renderPayment } from './page.ts';
import { languages } from './texts/languages.ts';
import { type OpenedPayment, openPayment, type PageDeps } from './view.ts';

export interface PayRouteDeps extends PageDeps {
  readonly payer: Pick<Payer, 'pay'>;
  /** `none` where no card can be charged. */
  readonly processorKind: PaymentProcessor['kind'] | 'none';
  /** Whether no real money moves. */
  readonly isTest: boolean;
  /** What the addresses of all pages begin with. */
  readonly linkBase: string;
}

const page = z.string().meta({ description: 'A page for people.' });
/** What the two routes have in common. */
const common = {
  path: '/pay/{token}',
  token: 'none',
  // 256 bits in base64url; whatever looks otherwise is no link.
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  showError: renderFailure,
} as const;

/** The page at which a customer pays. It works without scripts, and every tab shows the current state. */
export function payRoutes(deps: PayRouteDeps): readonly Route[] {
  const { payer, processorKind: kind, isTest, linkBase } = deps;
  const optionsOf = (opened: OpenedPayment, acceptLanguage: string | undefined): PageOptions => ({
    locale: pickLocale(languages, opened.payee?.language, acceptLanguage),
    kind,
    isTest,
  });
  return [
    ...assetRoutes(),
    defineRoute({
      ...common,
      method: 'GET',
      summary: 'Show a payment request to its customer',
      replies: { 200: page },
      errors: ['not_found'],
      async handle({ params, requestId, acceptLanguage }) {
        const opened = await openPayment(deps, params.token, requestId);
        return opened
          ? renderPayment(opened, optionsOf(opened, acceptLanguage))
          : renderFailure({ status: 404 }, acceptLanguage);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      summary: 'Pay a payment request by card',
      body: cardFields,
      isBodyOptional: true,
      form: {},
      replies: { 303: page },
      errors: ['invalid_request', 'not_found'],
      async handle({ params: { token }, body, requestId, deadline, acceptLanguage }) {
        const opened = await openPayment(deps, token, requestId);
        if (!opened) return renderFailure({ status: 404 }, acceptLanguage);
        const here = seeOther(`./${token}`);
        if (opened.view.state !== 'open' || kind === 'none') return here;
        const form = kind === 'form' ? readCard(body, Date.now()) : { card: null };
        if ('errors' in form) {
          const fault = { errors: form.errors, name: body.name };
          return renderPayment(opened, optionsOf(opened, acceptLanguage), fault);
        }
        const context = { requestId, deadline, returnUrl: `${linkBase}${token}` };
        const away = await payer.pay(opened.payment, form.card, context);
        return away === null ? here : seeOther(away);
      },
    }),
  ];
}
