import { z } from 'zod';
import { askOffice, readAnswer } from './ask.ts';
import type { OfficeAnswer, TaxOffice } from './office.ts';

const answerSchema = z.object({
  valid: z.boolean().optional(),
  requestIdentifier: z.string().max(200).optional(),
  userError: z.string().max(200).optional(),
  errorWrappers: z.array(z.object({ error: z.string().max(200) })).optional(),
});

/**
 * The VAT Information Exchange System of the European Commission, by its REST API: `POST
 * check-vat-number` (https://ec.europa.eu/taxation_customs/vies/#/technical-information).
 */
export function makeVies(url: string): TaxOffice {
  return {
    source: 'vies',
    async check(vatId, requester) {
      const answer = await ask(url, vatId, requester);
      // A seller's VAT ID that VIES rejects must not prevent checks of its customers.
      return answer ?? (await ask(url, vatId, null)) ?? noAnswer('INVALID_REQUESTER_INFO');
    },
  };
}

/** One call; undefined if VIES rejects the requester. */
async function ask(
  url: string,
  vatId: string,
  requester: string | null,
): Promise<OfficeAnswer | undefined> {
  const { status, body } = await askOffice(`${url}/check-vat-number`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      countryCode: vatId.slice(0, 2),
      vatNumber: vatId.slice(2),
      ...(requester !== null && {
        requesterMemberStateCode: requester.slice(0, 2),
        requesterNumber: requester.slice(2),
      }),
    }),
  });
  const { valid, requestIdentifier, userError, errorWrappers } = readAnswer(
    answerSchema,
    'VIES',
    body,
  );
  const problem = errorWrappers?.[0]?.error ?? userError;
  if (problem === 'INVALID_REQUESTER_INFO') return undefined;
  const isInvalid = (valid === false && isNoProblem(problem)) || problem === 'INVALID_INPUT';
  if (isInvalid) return { isValid: false, consultationNumber: requestIdentifier || null };
  if (valid === true && isNoProblem(problem))
    return { isValid: true, consultationNumber: requestIdentifier || null };
  return noAnswer(problem ?? `status ${status}`);
}

function noAnswer(why: string): never {
  throw new Error(`VIES did not respond: ${why}`);
}

/** VIES repeats its verdict in the error field. */
function isNoProblem(problem: string | undefined): boolean {
  return problem === undefined || ['', 'VALID', 'INVALID'].includes(problem);
}
