import { AppError, parseEmail } from '@florin/contracts';
import { defineRoute, html, passwordField, type Route, type TextReply } from '@florin/http-api';
import { z } from 'zod';
import { readLink } from '../confirmations/read-link.ts';
import type { Deps } from '../deps.ts';
import type { Purpose } from '../domain/confirmation.ts';
import { confirmByToken } from '../mail-links/confirm.ts';
import { readResetLink, resetPassword } from '../mail-links/password-resets/confirm.ts';
import { requestPasswordReset } from '../mail-links/password-resets/request.ts';
import { REVOKING_TIMEOUT_MS, type Rules } from '../requests.ts';
import { languageOf } from '../texts/language.ts';
import type { AuthLocale } from '../texts/languages.ts';
import { localeOf, renderAuthPage, renderForm } from './layout.ts';
import { anyText, params, reads, renderGone, undefinedIfGone, writes } from './shared.ts';

/**
 * Pages for recovering a login. Opening a link changes nothing, because mail scanners open links
 * too.
 */
export const authPageRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    ...reads,
    path: '/auth/reset',
    operationId: 'showResetPage',
    summary: 'Show the page for requesting a password reset',
    description: 'Page for entering the email of a login with a forgotten password.',
    errors: [],
    handle: async ({ acceptLanguage }) => renderForgotten(localeOf(acceptLanguage)),
  }),
  defineRoute({
    ...writes,
    path: '/auth/reset',
    operationId: 'requestResetByPage',
    summary: 'Request a password reset with a form',
    description:
      'Accepts the form of that page. The response is the same whether or not a login has this email.',
    body: z.object({ email: anyText.describe('Email of the login.') }),
    example: { request: { email: 'grace@example.com' } },
    errors: ['invalid_request'],
    async handle({ body, requestId, address, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const email = parseEmail(body.email);
      if (email === undefined) return renderForgotten(locale, locale.texts.noEmail);
      const language = languageOf(acceptLanguage);
      try {
        await requestPasswordReset(deps, { email, language, requestId, address });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
        return renderForgotten(locale, locale.texts.tooOften);
      }
      return renderAuthPage(locale, { said: locale.texts.requested });
    },
  }),
  defineRoute({
    ...reads,
    path: '/auth/reset/{token}',
    operationId: 'showNewPasswordPage',
    summary: 'Show the page for choosing a new password',
    description:
      'Page of the link in a password reset mail, valid once, for 30 minutes. Opening it changes nothing.',
    params,
    errors: ['not_found'],
    async handle({ params: { token }, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const { email } = (await readResetLink(deps, token).catch(undefinedIfGone)) ?? {};
      return email === undefined ? renderGone(locale) : renderChoice(locale, email);
    },
  }),
  defineRoute({
    ...writes,
    path: '/auth/reset/{token}',
    operationId: 'choosePasswordByPage',
    summary: 'Reset a password with a form',
    description:
      'Accepts the form of that page: sets the new password and ends all sessions of the user.',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    params,
    body: z.object({ password: anyText.describe('The new password.') }),
    example: { request: { password: 'example-password' } },
    errors: ['invalid_request', 'not_found'],
    async handle({ params: { token }, body, requestId, address, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const { email } = (await readResetLink(deps, token).catch(undefinedIfGone)) ?? {};
      if (email === undefined) return renderGone(locale);
      const password = passwordField(rules).safeParse(body.password);
      if (!password.success)
        return renderChoice(locale, email, locale.texts.tooWeak(rules.passwordLengthMin));
      const asked = { token, password: password.data, requestId, address };
      const done = await resetPassword(deps, asked).catch(undefinedIfGone);
      return done ? renderAuthPage(locale, { said: locale.texts.chosen }) : renderGone(locale);
    },
  }),
  defineRoute({
    ...reads,
    path: '/auth/confirm/{token}',
    operationId: 'showConfirmationPage',
    summary: 'Show a confirmation page',
    description:
      'Page of the link in a mail, which shows the change to confirm. Opening it changes nothing, because programs open links too.',
    params,
    errors: ['not_found'],
    async handle({ params: { token }, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const found = await readLink(deps, token).catch(undefinedIfGone);
      if (!found || found.purpose === 'password_reset' || found.purpose === 'invitation')
        return renderGone(locale);
      const asked = locale.texts.asks[found.purpose];
      const addresses = html`<p><strong><bdi>${found.newEmail ?? found.email}</bdi></strong></p>`;
      return renderAuthPage(locale, {
        said: asked,
        more: html`${hidesAddress(found.purpose) ? null : addresses}${renderForm(asked, null)}`,
      });
    },
  }),
  defineRoute({
    ...writes,
    path: '/auth/confirm/{token}',
    operationId: 'confirmByPage',
    summary: 'Confirm a mail with a form',
    description: 'Accepts the button of that page: the mail is confirmed and the change is made.',
    timeoutMs: REVOKING_TIMEOUT_MS,
    params,
    body: z.object({}),
    isBodyOptional: true,
    example: { request: {} },
    errors: ['invalid_request', 'not_found'],
    async handle({ params: { token }, requestId, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const { texts } = locale;
      try {
        const { confirmation, isDone } = await confirmByToken(deps, { token, requestId });
        const { purpose } = confirmation;
        if (purpose === 'password_reset' || purpose === 'invitation') return renderGone(locale);
        return renderAuthPage(locale, { said: isDone ? texts.done[purpose] : texts.halfDone });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'invalid_grant') return renderGone(locale);
        if (error.code === 'email_exists')
          return renderAuthPage(locale, { said: texts.gone, wrong: texts.taken });
        throw error;
      }
    },
  }),
];

const hidesAddress = (purpose: Purpose) => purpose === 'email_undo' || purpose === 'new_login';

function renderForgotten(locale: AuthLocale, wrong?: string): TextReply {
  const { forgotten, email } = locale.texts;
  const field = html`<label>${email}<input name="email" type="email" autocomplete="username" required></label>`;
  return renderAuthPage(locale, { said: forgotten, wrong, more: renderForm(forgotten, field) });
}

function renderChoice(locale: AuthLocale, email: string, wrong?: string): TextReply {
  const { choose, newPassword } = locale.texts;
  // Password managers read the login name from the hidden field.
  const field = html`<p><bdi>${email}</bdi></p>
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
<label>${newPassword}<input name="password" type="password" autocomplete="new-password" required></label>`;
  return renderAuthPage(locale, { said: choose, wrong, more: renderForm(choose, field) });
}
