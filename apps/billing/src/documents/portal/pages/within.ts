import type { ApiRequest, TextReply } from '@florin/http-api';
import { renderFailure, seeOther } from '@florin/pages';
import { z } from 'zod';
import { TOKEN } from '../../public-links/queries.ts';
import { openPortal, type Portal } from '../open.ts';
import type { PortalSessionDeps } from '../sessions.ts';
import { type Outcome, outcomes } from './texts/texts.ts';

export const ROOT = '/portal/{token}';
export const token = z.string().regex(TOKEN).describe('Secret token of the portal link.');
const page = z.string().meta({ description: 'An HTML page.' });
const common = { token: 'none', showError: renderFailure } as const;
export const reads = { ...common, method: 'GET', replies: { 200: page } } as const;
export const writes = { ...common, method: 'POST', replies: { 303: page }, form: {} } as const;
export const notFound = ['not_found'] as const;
export const mayFail = ['invalid_request', 'not_found'] as const;

/** Result of an action, which its redirect passes to the page. */
export const outcomeField = z
  .enum(outcomes)
  .optional()
  .describe('Last action, which the page confirms.');
export const shortText = z.string().max(100);

type PageRequest<Params extends { readonly token: string }> = Pick<
  ApiRequest<Params, unknown, unknown>,
  'params' | 'requestId' | 'acceptLanguage'
>;

/** Handles requests to an existing portal; all others get 404. */
export async function within<Params extends { readonly token: string }>(
  deps: PortalSessionDeps,
  request: PageRequest<Params>,
  answer: (portal: Portal) => Promise<TextReply | undefined>,
): Promise<TextReply> {
  const portal = await openPortal(deps, request.params.token, request);
  const answered = portal && (await answer(portal));
  return answered ?? renderFailure({ status: 404 }, request.acceptLanguage);
}

/** Redirects to a page, which shows the result. */
export const saying = (address: string, outcome: Outcome) => seeOther(`${address}?done=${outcome}`);
