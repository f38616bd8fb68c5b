import { AppError } from '@florin/contracts';
import { defineRoute, html, type Route, type TextReply } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { acceptInvitation, type Invited, readInvitation } from '../people/inviting/accept.ts';
import { REVOKING_TIMEOUT_MS, type Rules } from '../requests.ts';
import type { AuthLocale } from '../texts/languages.ts';
import { localeOf, renderAuthPage, renderForm } from './layout.ts';
import { anyText, params, reads, renderGone, undefinedIfGone, writes } from './shared.ts';

const PATH = '/auth/invitations/{token}';

/** Pages for accepting an invitation to an account. */
export const invitationPageRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    ...reads,
    path: PATH,
    operationId: 'showInvitationPage',
    summary: 'Show an invitation',
    description: 'Page of the link in an invitation mail. Opening it changes nothing.',
    params,
    errors: ['not_found'],
    async handle({ params: { token }, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const invited = await readInvitation(deps, token).catch(undefinedIfGone);
      return invited ? renderInvitation(locale, invited) : renderGone(locale);
    },
  }),
  defineRoute({
    ...writes,
    path: PATH,
    operationId: 'acceptInvitationByPage',
    summary: 'Accept an invitation with a form',
    description:
      'Accepts the form of the invitation page: the invited person joins the account with an existing or a new login.',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    params,
    body: z.object({
      password: anyText.describe('Password of the existing login of the address, or of a new one.'),
    }),
    example: { request: { password: 'example-password' } },
    errors: ['invalid_request', 'not_found'],
    async handle({ params: { token }, body: { password }, requestId, address, acceptLanguage }) {
      const locale = localeOf(acceptLanguage);
      const { texts } = locale;
      const invited = await readInvitation(deps, token).catch(undefinedIfGone);
      if (!invited) return renderGone(locale);
      try {
        const asked = { token, password, name: null, rules, requestId, address };
        await acceptInvitation(deps, asked);
        const more = html`<p><a href="/auth/login">${texts.login.button}</a></p>`;
        return renderAuthPage(locale, { said: texts.joined, more });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'invalid_grant') return renderGone(locale);
        if (error.code === 'invalid_credentials')
          return renderInvitation(locale, invited, texts.wrongLogin);
        if (error.code === 'invalid_request')
          return renderInvitation(locale, invited, texts.tooWeak(rules.passwordLengthMin));
        if (error.code === 'conflict') return renderInvitation(locale, invited, texts.notJoined);
        if (error.code === 'rate_limited')
          return renderInvitation(locale, invited, texts.tooManyTries);
        throw error;
      }
    },
  }),
];

function renderInvitation(locale: AuthLocale, invited: Invited, wrong?: string): TextReply {
  const { texts } = locale;
  const { email } = invited.invitation;
  const said = texts.invited(invited.inviter);
  const use = invited.hasLogin ? 'current-password' : 'new-password';
  const field = html`<p><bdi>${email}</bdi></p>
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
<label>${invited.hasLogin ? texts.password : texts.newPassword}<input name="password" type="password" autocomplete="${use}" required></label>`;
  return renderAuthPage(locale, { said, wrong, more: renderForm(said, field) });
}
