import { defineRoute, type Html, html, type Route, type TextReply } from '@florin/http-api';
import { baseStyle, inlineStyle, renderDocument, renderFailure } from '@florin/pages';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { findReceived, listReceived, type Received } from './queries.ts';

const page = z.string().meta({ description: 'An HTML page.' });
const style = inlineStyle(`${baseStyle}
main { max-width: 60rem; }
td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
iframe { width: 100%; height: 40rem; border: 1px solid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }`);

/**
 * Pages that show received email, in development mode only.
 * @param publicUrl base URL of the sellers' logos
 */
export function mailboxRoutes(db: Db, publicUrl: string): readonly Route[] {
  const common = { method: 'GET', token: 'none', showError: renderFailure } as const;
  return [
    defineRoute({
      ...common,
      path: '/dev/mail',
      operationId: 'showMailbox',
      isInternal: true,
      summary: 'List received mails (development mode)',
      description:
        'An HTML page with the newest 100 mails. Only in development mode without a mail server.',
      query: z.object({ to: z.string().optional().describe('Filter by recipient address.') }),
      replies: { 200: page },
      errors: [],
      async handle({ query }) {
        return renderList(await listReceived(db, query.to));
      },
    }),
    defineRoute({
      ...common,
      path: '/dev/mail/{mail_id}',
      operationId: 'showMailboxMail',
      isInternal: true,
      summary: 'Show a received mail (development mode)',
      description: 'An HTML page with the mail as HTML and as text.',
      params: z.object({ mail_id: z.uuid().describe('The mail, as linked from the list.') }),
      replies: { 200: page },
      errors: ['not_found'],
      async handle({ params, acceptLanguage }) {
        const found = await findReceived(db, params.mail_id);
        return found
          ? renderMail(found, publicUrl)
          : renderFailure({ status: 404 }, acceptLanguage);
      },
    }),
  ];
}

async function renderList(mails: readonly Received[]): Promise<TextReply> {
  const rows = await Promise.all(
    mails.map(async ({ id, receiver, raw, receivedAt }) => {
      const { subject = '', from } = await PostalMime.parse(raw);
      return html`<tr><td>${receivedAt.toISOString()}</td><td dir="auto">${from?.name ?? ''}</td>
<td>${receiver}</td><td dir="auto"><a href="/dev/mail/${id}">${subject}</a></td></tr>`;
    }),
  );
  const table = html`<table><thead><tr><th>Received</th><th>From</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows}</tbody></table>`;
  const empty = html`<p>No emails yet. Request a payment to see one here.</p>`;
  return render(
    'Received emails',
    html`<p>Emails that Florin would have sent. Nothing leaves this machine.</p>
${rows.length > 0 ? table : empty}`,
  );
}

async function renderMail(
  { receiver, raw, receivedAt }: Received,
  publicUrl: string,
): Promise<TextReply> {
  const parsed = await PostalMime.parse(raw);
  const { subject = '', from, replyTo, text = '', html: markup = '' } = parsed;
  const files = parsed.attachments.map(({ filename }) => filename ?? '').join(', ');
  const answer = replyTo?.map(({ address = '' }) => address).join(', ') ?? '';
  return render(
    subject,
    html`<p><a href="/dev/mail">All emails</a></p>
<dl><dt>From</dt><dd dir="auto">${from?.name ?? ''} (${from?.address ?? ''})</dd>
<dt>Reply to</dt><dd>${answer}</dd><dt>To</dt><dd>${receiver}</dd>
<dt>Received</dt><dd>${receivedAt.toISOString()}</dd>
${files === '' ? null : html`<dt>Attachments</dt><dd>${files}</dd>`}</dl>
<iframe title="Email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${markup}"></iframe>
<h2>As text</h2><pre dir="auto">${text.split('\n').map(
      (line) => html`${line}
`,
    )}</pre>`,
    publicUrl,
  );
}

function render(title: string, content: Html, pictures?: string): TextReply {
  const body = html`<main><h1><bdi>${title}</bdi></h1>
${content}
</main>`;
  // The frame inherits the page's policy, and emails have inline styles.
  const policy = ["style-src 'unsafe-inline'"];
  return renderDocument({
    status: 200,
    tag: 'en',
    title,
    head: style.element,
    body,
    policy,
    ...(pictures !== undefined && { pictures }),
  });
}
