import { findNumberFault, readExpiry, readNumber } from '@florin/cards';
import { ruleOf } from './cards.ts';
import { invalid, missing } from './failure.ts';
import { type Form, textOf } from './form.ts';
import { answerBank, type Next, submitCard } from './operations/sessions.ts';
import type { Cause, Context, Scope, World } from './world.ts';

/** The answer to a browser. */
export type PageAnswer =
  | { readonly status: 200 | 404; readonly html: string }
  | { readonly status: 303; readonly location: string };

/** Pages for customers: the payment page, and the bank's check. */
export function servePage(
  world: World,
  method: string,
  path: string,
  form: Form,
  cause: Cause,
): PageAnswer {
  const [, kind, id = ''] = /^\/c\/(pay|authenticate)\/([\w]+)$/.exec(path) ?? [];
  const scope = findScope(world, id);
  if (!kind || !scope) return { status: 404, html: frame('Nothing here', '<p>Nothing here.</p>') };
  const context = { ...cause, world, scope };
  return kind === 'pay'
    ? servePayment(context, method, id, form)
    : serveBank(context, method, id, form);
}

function servePayment(context: Context, method: string, id: string, form: Form): PageAnswer {
  const { scope, world } = context;
  const session = scope.sessions.get(id);
  const order = scope.pageOrders.get(id);
  if (!order) throw missing('checkout.session', id);
  if (session.status !== 'open')
    return { status: 200, html: frame('Stand-in', `<p>This page is ${session.status}.</p>`) };
  if (method !== 'POST') return { status: 200, html: cardForm(context, id, null) };
  const number = readNumber(textOf(form, 'number') ?? '');
  const expiry = readExpiry(textOf(form, 'expiry') ?? '', world.clock.now());
  if (findNumberFault(number)) return again(context, id, 'incorrect_number');
  if (!expiry) return again(context, id, 'invalid_expiry');
  const next = submitCard(context, session, order, {
    rule: ruleOf(number),
    expMonth: expiry.month,
    expYear: expiry.year,
    name: textOf(form, 'name') ?? null,
    email: session.customer_email,
  });
  return follow(context, id, next);
}

function serveBank(context: Context, method: string, intentId: string, form: Form): PageAnswer {
  const session = context.scope.sessions
    .all()
    .find(({ payment_intent }) => payment_intent === intentId);
  if (!session) throw missing('payment_intent', intentId);
  if (method !== 'POST') return { status: 200, html: bankForm(intentId) };
  return follow(
    context,
    session.id,
    answerBank(context, session, textOf(form, 'answer') === 'agree'),
  );
}

function follow(context: Context, sessionId: string, next: Next): PageAnswer {
  const { success_url } = context.scope.sessions.get(sessionId);
  switch (next.kind) {
    case 'declined':
      return again(context, sessionId, next.code);
    case 'ask':
      return { status: 303, location: `/c/authenticate/${next.intent}` };
    case 'done':
      if (success_url === null) throw invalid('this session has no success_url');
      return {
        status: 303,
        location: success_url.replaceAll('{CHECKOUT_SESSION_ID}', sessionId),
      };
    default:
      return next satisfies never;
  }
}

function again(context: Context, id: string, code: string): PageAnswer {
  return { status: 200, html: cardForm(context, id, code) };
}

function cardForm({ scope }: Context, id: string, error: string | null): string {
  const session = scope.sessions.get(id);
  const { amount_total: amount, currency, mode, custom_text, cancel_url } = session;
  const what = mode === 'setup' ? 'Save a card' : `Pay ${amount} ${currency} (minor units)`;
  return frame(
    what,
    `${error === null ? '' : `<p role="alert" data-code="${toHtml(error)}">Declined: ${toHtml(error)}</p>`}
<form method="post">
<label>Card number <input name="number" autocomplete="cc-number" required></label>
<label>Expiry <input name="expiry" autocomplete="cc-exp" placeholder="12/34" required></label>
<label>CVC <input name="cvc" autocomplete="cc-csc" required></label>
<label>Name <input name="name" autocomplete="cc-name"></label>
${custom_text.submit ? `<p data-mandate>${toHtml(custom_text.submit.message)}</p>` : ''}
<button name="act" value="pay">${mode === 'setup' ? 'Save' : 'Pay'}</button>
</form>
${cancel_url === null ? '' : `<p><a href="${toHtml(cancel_url)}">Back</a></p>`}`,
  );
}

function bankForm(intentId: string): string {
  return frame(
    'Your bank asks',
    `<p>Is it you who pays? (${toHtml(intentId)})</p>
<form method="post">
<button name="answer" value="agree">Complete</button>
<button name="answer" value="refuse">Fail</button>
</form>`,
  );
}

function frame(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${toHtml(title)}</title>
<h1>${toHtml(title)}</h1>
<p>A stand-in for Stripe: no money moves.</p>
${body}
</html>`;
}

function toHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? '');
}

function findScope(world: World, id: string): Scope | undefined {
  return [...world.scopes.values()].find(
    ({ sessions, paymentIntents }) => sessions.find(id) ?? paymentIntents.find(id),
  );
}
