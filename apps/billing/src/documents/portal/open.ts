import { isLive } from '@florin/contracts';
import { pickLocale } from '@florin/pages';
import { findAccount } from '../../accounts/find.ts';
import type { Customer } from '../../domain/customer.ts';
import { findProfile } from '../../records/profiles-queries.ts';
import { type PortalSettings, readPortalSettings } from '../../settings/portal.ts';
import { toDataUrl } from '../logos/logo.ts';
import { openLogo } from '../logos/operations.ts';
import type { Shop } from './pages/layout.ts';
import { languages, type PortalLocale } from './pages/texts/languages.ts';
import { openSession, type PortalSession, type PortalSessionDeps } from './sessions.ts';

/** Data that every portal page needs. */
export interface Portal {
  readonly session: PortalSession;
  readonly customer: Customer;
  readonly settings: PortalSettings;
  readonly shop: Shop;
  readonly locale: PortalLocale;
}

/** The portal of a link, in the reader's language; undefined for an invalid link. */
export async function openPortal(
  deps: PortalSessionDeps,
  token: string,
  {
    requestId,
    acceptLanguage,
  }: { readonly requestId: string; readonly acceptLanguage: string | undefined },
): Promise<Portal | undefined> {
  const { db } = deps;
  const opened = await openSession(db, token);
  if (!opened) return undefined;
  const { sellerId } = opened.session;
  const [account, stored, settings] = await Promise.all([
    findAccount(deps, sellerId, requestId),
    findProfile(db, sellerId),
    readPortalSettings(db, sellerId),
  ]);
  // A closed account has no customers.
  if (!account || account.isClosed) return undefined;
  const logo = await openLogo(deps, sellerId, stored?.logoHash ?? null);
  const shop = {
    name: stored?.profile.legalName ?? account.name,
    color: stored?.profile.color ?? null,
    logo: logo && toDataUrl(logo),
    timezone: stored?.profile.timezone ?? account.timezone,
    isLive: isLive(sellerId),
  };
  const language = opened.customer.details.language ?? account.language;
  return { ...opened, settings, shop, locale: pickLocale(languages, language, acceptLanguage) };
}
