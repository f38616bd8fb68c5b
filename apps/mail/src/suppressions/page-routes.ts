import type { Uuid } from '@florin/contracts';
import { defineRoute, type Html, html, type Route, type TextReply } from '@florin/http-api';
import { baseStyle, inlineStyle, pickLocale, renderDocument, renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { Peers } from '../clients.ts';
import type { Db } from '../schema.ts';
import { findReader, suppress } from './queries.ts';
import { languages } from './texts/languages.ts';

export interface UnsubscribeDeps {
  readonly db: Db;
  readonly findAccount: Peers['findAccount'];
}

const page = z.string().meta({ description: 'An HTML page.' });
const common = {
  path: '/mail/unsubscribe/{token}',
  token: 'none',
  params: z.object({ token: z.string().max(200).describe('Secret token of the mail.') }),
  showError: renderFailure,
} as const;
const style = inlineStyle(`${baseStyle}
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem; background: var(--brand); color: var(--paper); font: inherit; font-weight: 600; }`);

/**
 * Unsubscribes a reader from optional emails, by one click in a mail client (RFC 8058) or on a
 * page.
 */
export function unsubscribeRoutes({ db, findAccount }: UnsubscribeDeps): readonly Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      operationId: 'showUnsubscribePage',
      summary: 'Show the unsubscribe page',
      description: "An HTML page in the reader's language. Opening it changes nothing.",
      replies: { 200: page },
      errors: ['not_found'],
      async handle({ params, requestId, acceptLanguage }) {
        const reader = await findReader(db, params.token);
        const account = reader && (await findAccount(reader.accountId, requestId));
        if (!account) return renderFailure({ status: 404 }, acceptLanguage);
        const { tag, texts } = pickLocale(languages, undefined, acceptLanguage);
        const body = html`<p>${texts.text(account.name)}</p>
<form method="post"><button type="submit">${texts.button}</button></form>`;
        return render(tag, texts.title, body);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      operationId: 'unsubscribe',
      summary: 'Unsubscribe a reader',
      description:
        'Called by the button of the unsubscribe page and by one-click unsubscribe of mail programs (RFC 8058). Stops optional mails of that account to the reader; required mails are still sent.',
      body: z.object({
        'List-Unsubscribe': z
          .string()
          .optional()
          .describe('`One-Click`, as mail programs send it (RFC 8058).'),
      }),
      isBodyOptional: true,
      form: {},
      example: { request: { 'List-Unsubscribe': 'One-Click' } },
      replies: { 200: page },
      errors: ['invalid_request', 'not_found'],
      async handle({ params, requestId, acceptLanguage }) {
        const reader = await findReader(db, params.token);
        if (!reader) return renderFailure({ status: 404 }, acceptLanguage);
        await unsubscribe(db, { ...reader, requestId });
        const { tag, texts } = pickLocale(languages, undefined, acceptLanguage);
        return render(tag, texts.doneTitle, html`<p>${texts.done}</p>`);
      },
    }),
  ];
}

function unsubscribe(
  db: Db,
  reader: { readonly accountId: Uuid; readonly email: string; readonly requestId: string },
): Promise<void> {
  return db.transaction().execute((tx) => suppress(tx, { ...reader, reason: 'unsubscribed' }));
}

function render(tag: string, title: string, content: Html): TextReply {
  const body = html`<main>
<section class="card">
<h1>${title}</h1>
${content}
</section>
</main>`;
  const policy = [`style-src ${style.source}`, "form-action 'self'"];
  return renderDocument({ status: 200, tag, title, head: style.element, body, policy });
}
