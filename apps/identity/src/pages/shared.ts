import { AppError } from '@florin/contracts';
import { html, type TextReply } from '@florin/http-api';
import { renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { AuthLocale } from '../texts/languages.ts';
import { renderAuthPage } from './layout.ts';

const page = z.string().meta({ description: 'An HTML page.' });
const common = { token: 'none', showError: renderFailure } as const;
export const reads = { ...common, method: 'GET', replies: { 200: page } } as const;
export const writes = { ...common, method: 'POST', replies: { 200: page }, form: {} } as const;
export const params = z.object({
  token: z.string().max(200).meta({ description: 'Secret token of the link in a mail.' }),
});
export const anyText = z.string().max(1_000).default('');

/** The page for a link that is used or expired. */
export function renderGone(locale: AuthLocale): TextReply {
  const { gone, askAgain } = locale.texts;
  const more = html`<p><a href="/auth/reset">${askAgain}</a></p>`;
  return renderAuthPage(locale, { said: gone, more, status: 404 });
}

export function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'invalid_grant') throw error;
}
