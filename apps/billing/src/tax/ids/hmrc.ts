import { z } from 'zod';
import type { HmrcSettings } from '../../config.ts';
import { askOffice, readAnswer } from './ask.ts';
import type { TaxOffice } from './office.ts';

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number().positive() });
const answerSchema = z.object({ consultationNumber: z.string().max(200).optional() });
const problemSchema = z.object({ code: z.string() });

/** A token is renewed a minute before it expires. */
const MARGIN_MS = 60_000;

/** HMRC's "Check a UK VAT number" API, version 2.0: 404 with the code NOT_FOUND means not registered. */
export function makeHmrc(settings: HmrcSettings): TaxOffice {
  const token = makeToken(settings);
  return {
    source: 'hmrc',
    async check(vatId, requester) {
      const numbers = [vatId, requester].flatMap((id) => (id === null ? [] : [id.slice(2)]));
      const path = `/organisations/vat/check-vat-number/lookup/${numbers.join('/')}`;
      const { status, body } = await askOffice(settings.url + path, {
        headers: {
          Accept: 'application/vnd.hmrc.2.0+json',
          Authorization: `Bearer ${await token()}`,
        },
      });
      if (status === 404 && problemSchema.safeParse(body).data?.code === 'NOT_FOUND')
        return { isValid: false, consultationNumber: null };
      if (status !== 200) throw new Error(`HMRC did not respond: status ${status}`);
      const { consultationNumber } = readAnswer(answerSchema, 'HMRC', body);
      return { isValid: true, consultationNumber: consultationNumber ?? null };
    },
  };
}

/**
 * Access tokens by the client credentials grant (RFC 6749 section 4.4), cached until they expire.
 */
function makeToken({ url, clientId, clientSecret }: HmrcSettings): () => Promise<string> {
  let kept: { readonly token: string; readonly endsAt: number } | undefined;
  return async () => {
    if (kept && performance.now() < kept.endsAt) return kept.token;
    const { status, body } = await askOffice(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (status !== 200) throw new Error(`HMRC refused the credentials: status ${status}`);
    const { access_token: token, expires_in } = readAnswer(tokenSchema, 'HMRC', body);
    kept = { token, endsAt: performance.now() + expires_in * 1_000 - MARGIN_MS };
    return token;
  };
}
