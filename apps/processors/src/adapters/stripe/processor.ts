import type { Processor } from '../../contract/processor.ts';
import { isLive, type StripeSettings, takenCurrencies } from '../../settings/stripe.ts';
import { authorize, cancel, capture, chargeSaved, find } from './charges.ts';
import { openStripe } from './client.ts';
import { answerDispute, findDispute } from './disputes.ts';
import { findMethod, removeMethod, saveMethod } from './methods.ts';
import { listNotices, parseWebhook } from './notices.ts';
import { findPayout, payOut } from './payouts.ts';
import { findRefund, refund } from './refunds.ts';
import { listSettlements } from './settlements.ts';

/** The Stripe adapter, based on Stripe's package. Customers enter cards on Stripe's page. */
export function makeStripe(settings: StripeSettings): Processor {
  const calls = openStripe(settings);
  return {
    name: 'stripe',
    livemode: isLive(settings.secretKey),
    abilities: {
      pays: 'redirect',
      savesMethods: true,
      capturesLater: true,
      refunds: true,
      disputes: true,
      payouts: true,
      webhooks: true,
      merchants: true,
    },
    takes: takenCurrencies,
    authorize: (order) => authorize(calls, order),
    capture: (charge, amount) => capture(calls, charge, amount),
    cancel: (charge) => cancel(calls, charge),
    find: (charge) => find(calls, charge),
    saveMethod: (order) => saveMethod(calls, order),
    findMethod: (method, merchant) => findMethod(calls, method, merchant),
    removeMethod: (method, merchant) => removeMethod(calls, method, merchant),
    chargeSaved: (order) => chargeSaved(calls, order),
    refund: (order) => refund(calls, order),
    findRefund: (name) => findRefund(calls, name),
    findDispute: (reference, merchant) => findDispute(calls, reference, merchant),
    answerDispute: (reference, merchant, evidence, id) =>
      answerDispute(calls, reference, merchant, evidence, id),
    payOut: (order) => payOut(calls, order),
    findPayout: (name) => findPayout(calls, name),
    parseWebhook: (request) => parseWebhook(calls, settings.webhookSecrets, request),
    listNotices: (since, merchant) => listNotices(calls, since, merchant),
    listSettlements: (merchant, cursor) => listSettlements(calls, merchant, cursor),
  };
}
