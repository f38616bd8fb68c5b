import { AppError } from '@florin/contracts';
import { defineRoute, html, type Route, type TextReply } from '@florin/http-api';
import { seeOther } from '@florin/pages';
import { z } from 'zod';
import { sessionCookie } from '../credentials/browser-sessions/cookie.ts';
import { ownPage } from '../credentials/browser-sessions/return-to.ts';
import { logIn } from '../credentials/sessions/log-in.ts';
import type { Deps } from '../deps.ts';
import type { AuthLocale } from '../texts/languages.ts';
import { localeOf, renderAuthPage, renderForm } from './layout.ts';
import { anyText, reads, writes } from './shared.ts';

const PATH = '/auth/login';

/** Browser login for Florin's own pages. */
export const loginPageRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    ...reads,
    path: PATH,
    operationId: 'showLoginPage',
    summary: 'Show the login page',
    description: "Login page of Florin's own pages, such as the console.",
    query: z.looseObject({
      return_to: z.string().optional().catch(undefined).meta({
        description: 'Path on this server to open after login; other values are ignored.',
      }),
    }),
    errors: [],
    handle: async ({ query, acceptLanguage }) =>
      renderLogin(localeOf(acceptLanguage), { returnTo: query.return_to }),
  }),
  defineRoute({
    ...writes,
    path: PATH,
    operationId: 'logInByPage',
    summary: 'Log in with a browser',
    description:
      'Accepts the form of the login page. The session is stored in a cookie that scripts cannot read; users with a second factor are asked for a code.',
    isCostly: true,
    body: z.object({
      email: anyText.describe('Email or username.'),
      password: anyText.describe('Password.'),
      code: anyText.describe(
        'Six digits of an authenticator, or a recovery code; empty without a second factor.',
      ),
      return_to: anyText.describe('Path on this server to open after login; empty for none.'),
    }),
    replies: { 200: reads.replies[200], 303: reads.replies[200] },
    example: { request: { email: 'grace@example.com', password: 'example-password' } },
    errors: ['invalid_request'],
    async handle({ body, requestId, address, userAgent, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const { email: identifier, password, return_to: returnTo } = body;
      const code = body.code.trim() === '' ? undefined : body.code;
      const asked = { identifier, password, code, accountId: undefined };
      try {
        const tokens = await logIn(deps, { ...asked, requestId, address, userAgent });
        const cookie = { 'Set-Cookie': sessionCookie(deps.publicUrl, tokens) };
        const next = ownPage(returnTo);
        const reply =
          next === undefined
            ? renderAuthPage(locale, { said: locale.texts.loggedIn })
            : seeOther(next);
        return { ...reply, headers: { ...reply.headers, ...cookie } };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return renderRefused(locale, error, { email: identifier, returnTo, hasCode: !!code });
      }
    },
  }),
];

interface Typed {
  readonly email?: string;
  readonly returnTo?: string | undefined;
}

function renderRefused(
  locale: AuthLocale,
  error: AppError,
  { hasCode, ...typed }: Typed & { readonly hasCode: boolean },
): TextReply {
  const { texts } = locale;
  const { code } = error;
  if (code === 'second_factor_required') return renderLogin(locale, { ...typed, asksCode: true });
  if (code === 'invalid_credentials' && hasCode)
    return renderLogin(locale, { ...typed, asksCode: true, wrong: texts.wrongCode });
  if (code === 'rate_limited') return renderLogin(locale, { ...typed, wrong: texts.tooManyTries });
  const isWrong = ['invalid_credentials', 'unauthorized', 'invalid_request'].includes(code);
  if (!isWrong) throw error;
  return renderLogin(locale, { ...typed, wrong: texts.wrongLogin });
}

/** Never sends the password back; the user types it again with the code. */
function renderLogin(
  locale: AuthLocale,
  {
    email = '',
    returnTo,
    asksCode = false,
    wrong,
  }: Typed & { readonly asksCode?: boolean; readonly wrong?: string },
): TextReply {
  const { texts } = locale;
  const said = asksCode ? texts.secondFactor : texts.login;
  const code = html`<label>${texts.code}<input name="code" autocomplete="one-time-code" spellcheck="false" required></label>`;
  const next = ownPage(returnTo);
  const fields = html`<label>${texts.email}<input name="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>${texts.password}<input name="password" type="password" autocomplete="current-password" required></label>
${asksCode ? code : null}
${next === undefined ? null : html`<input type="hidden" name="return_to" value="${next}">`}`;
  const more = html`${renderForm(said, fields)}
<p><a href="/auth/reset">${texts.forgotten.title}</a></p>`;
  return renderAuthPage(locale, { said, wrong, more });
}
