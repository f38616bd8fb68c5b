import type { Reply } from '@florin/contracts';
import type { TextReply } from '@florin/http-api';
import { html } from './html.ts';
import { renderPage } from './render-page.ts';

/** A failure as people read it. Says nothing of the link. */
export function renderError({ status }: Pick<Reply, 'status'>): TextReply {
  if (status === 404)
    return renderPage({
      status,
      title: 'There is nothing to pay here',
      main: html`<p>This link is not complete or not right. Open it again from the message that
brought it, or ask whoever sent it for a new one.</p>`,
    });
  if (status < 500)
    return renderPage({
      status,
      title: 'That did not work',
      main: html`<p>Your browser sent something that this page does not understand. Open the link
again and retry. Nothing was paid.</p>`,
    });
  return renderPage({
    status,
    title: 'Please try again in a moment',
    main: html`<p>Something went wrong on our side. Open the link again: it shows whether your
payment has arrived, before you pay twice.</p>`,
  });
}
