import type { Mode } from '@florin/contracts';
import type { Environment } from './config.ts';
import { modeLines } from './mode-lines.ts';

export interface BannerFacts {
  readonly mode: Mode;
  readonly given: Environment;
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** A one-time login link; undefined if this password is no longer valid. */
  readonly adminLink: string | undefined;
  /** Makes the example's email unique, also at a second start. */
  readonly suffix: string;
  /** Curl must accept a self-signed certificate. */
  readonly tls: boolean;
}

/** Printed once every service answers. The calls need only a shell and curl. */
export function banner(facts: BannerFacts): string {
  const { mode, given, url, admin, adminLink, suffix, tls } = facts;
  if (mode === 'production')
    return `\nFlorin is running at ${url}\n${modeLines(mode, given)}\n\nThe logs follow. Ctrl-C stops everything.\n`;

  const curl = tls ? 'curl -sk' : 'curl -s';
  const json = "-H 'Content-Type: application/json'";
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const email = `ada-${suffix}@example.com`;
  const password = 'correct-horse-battery';
  const account = JSON.stringify({ email, name: 'Ada', type: 'business', password });
  const login = JSON.stringify({ email, password });
  return `
Florin is running at ${url}
Console: ${adminLink === undefined ? `${url}/console` : `${adminLink}  (logs you in, once)`}
Administrator: ${admin.email}  ${
    adminLink === undefined
      ? 'with another password than FLORIN_ADMIN_PASSWORD, or not any more: npm run florin -- admin reset'
      : `password: ${admin.password}`
  }

${modeLines(mode, given)}

Three calls to try, in another terminal:

# 1. Open an account.
${curl} ${url}/v1/accounts ${json} \\
  -d '${account}'; echo

# 2. Log in and keep the token.
TOKEN=$(${curl} ${url}/v1/auth/login ${json} \\
  -d '${login}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

# 3. Record a credit of 25.00 and read the balance.
ACCOUNT=$(${curl} ${url}/v1/account ${bearer} \\
  | sed 's/.*"id":"\\(acc_[^"]*\\)".*/\\1/')
${curl} ${url}/v1/transactions ${bearer} ${json} \\
  -d '{"account_id":"'"$ACCOUNT"'","amount":2500,"currency":"USD","type":"credit"}'; echo
${curl} ${url}/v1/account/balance ${bearer}; echo

The logs follow. Ctrl-C stops everything.
`;
}
