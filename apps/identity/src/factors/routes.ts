import { toPublicId } from '@florin/contracts';
import { choice, createdAt, idOf, instant, objectOf, ownId } from '@florin/contracts/members';
import { defineRoute, idParams, notFound, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { REVOKING_TIMEOUT_MS, userOf } from '../requests.ts';
import type { Factor } from './model.ts';
import {
  addFactor,
  confirmFactor,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
  stepUp,
} from './operations.ts';
import { countRecoveryCodes, findFactor } from './queries.ts';

const PATH = '/v1/auth/factors';
const ONE = `${PATH}/{factor_id}`;
const params = idParams({ factor_id: 'factor' });

/** An authenticator code or a recovery code. */
export const codeField = z
  .string({ error: 'must be a string' })
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .meta({ description: 'Six digits of an authenticator, or a recovery code.' });

const factorSchema = z
  .object({
    id: ownId('factor', 'second factor'),
    object: objectOf('factor'),
    type: z.literal('totp').describe('How it works: always `totp`, codes by time (RFC 6238).'),
    status: choice(['pending', 'active'], 'Whether it counts', {
      pending: 'its first code is still to be seen',
      active: 'a login asks for it',
    }),
    created_at: createdAt,
  })
  .meta({ id: 'Factor', description: 'What somebody shows beside their password.' });
const recoveryCodesField = z
  .array(z.string())
  .meta({ description: 'Each is good once, in the place of a code. Shown now and never again.' });

function toResource({ id, createdAt, confirmedAt }: Factor): z.output<typeof factorSchema> {
  return {
    id: toPublicId('factor', id),
    object: 'factor',
    type: 'totp',
    status: confirmedAt === null ? 'pending' : 'active',
    created_at: createdAt.toISOString(),
  };
}

/** Responses with secrets must not be cached. */
const headers = { 'Cache-Control': 'no-store' };
/** Open to read-only users and to those who must still add a factor. */
const open = { token: 'session', allowsReadOnly: true, allowsUnenrolled: true } as const;

/** Routes in the order of the OpenAPI document. */
export const factorRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    ...open,
    method: 'POST',
    path: PATH,
    operationId: 'createFactor',
    summary: 'Begin to add a second factor (TOTP) to your login',
    description:
      'Answers with a secret for an authenticator; it counts only once `POST /v1/auth/factors/{factor_id}/confirm` has seen its first code. Asked again before that, it begins anew. `409` where there is one already.',
    isCostly: true,
    body: z
      .object({
        password: z
          .string({ error: 'must be a string' })
          .min(1, 'must not be empty')
          .describe('The password that you have.'),
        type: z
          .literal('totp', { error: 'must be totp' })
          .default('totp')
          .describe('Codes by time (RFC 6238): there is no other kind.'),
      })
      .meta({ id: 'NewFactor', description: 'A second factor to add.' }),
    replies: {
      201: factorSchema
        .extend({
          secret: z.string().meta({ description: 'For who types it (base 32). Shown now only.' }),
          otpauth_url: z.string().meta({ description: 'For a QR code that authenticators read.' }),
        })
        .meta({
          id: 'FactorWithSecret',
          description: 'A second factor with its secret, shown once.',
        }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'invalid_credentials', 'conflict'],
    async handle({ body, caller, address }) {
      const { password } = body;
      const { factor, secret, url } = await addFactor(deps, caller, { password, address });
      return { status: 201, headers, body: { ...toResource(factor), secret, otpauth_url: url } };
    },
  }),
  defineRoute({
    ...open,
    method: 'GET',
    path: PATH,
    operationId: 'listFactors',
    summary: 'List the second factors of your login',
    description:
      'There is one at most. `recovery_codes_left` says how often you could still do without it.',
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(factorSchema).describe('One, or none.'),
          recovery_codes_left: z.int().describe('How many recovery codes are not used yet.'),
        })
        .meta({ id: 'FactorList', description: 'What you show beside your password.' }),
    },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      const factor = await findFactor(deps.db, userOf(caller));
      const recovery_codes_left = await countRecoveryCodes(deps.db, userOf(caller));
      const data = factor ? [toResource(factor)] : [];
      return { status: 200, body: { object: 'list', data, recovery_codes_left } };
    },
  }),
  defineRoute({
    ...open,
    method: 'POST',
    path: `${ONE}/confirm`,
    operationId: 'confirmFactor',
    summary: 'Make a second factor count, by its first code',
    description:
      'From now on a login asks for a code. The answer has recovery codes, for who loses the authenticator: shown now and never again. Other sessions of yours end.',
    timeoutMs: REVOKING_TIMEOUT_MS,
    params,
    body: z
      .object({ code: codeField })
      .meta({ id: 'FactorConfirmation', description: 'The first code of a second factor.' }),
    replies: {
      200: factorSchema.extend({ recovery_codes: recoveryCodesField }).meta({
        id: 'FactorWithRecoveryCodes',
        description: 'A second factor that counts, with recovery codes, shown once.',
      }),
    },
    errors: [
      ...(['invalid_request', 'unauthorized', 'forbidden', 'not_found'] as const),
      ...(['invalid_grant', 'conflict'] as const),
    ],
    async handle({ params: { factor_id: factorId }, body, caller, address }) {
      const shown = { factorId, code: body.code, address };
      const { factor, recoveryCodes } = await confirmFactor(deps, caller, shown);
      const body_ = { ...toResource(factor), recovery_codes: [...recoveryCodes] };
      return { status: 200, headers, body: body_ };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${PATH}/recovery_codes`,
    operationId: 'createRecoveryCodes',
    summary: 'Get other recovery codes, in the place of all before',
    description: 'The codes of before are void from this answer on.',
    token: 'session',
    allowsReadOnly: true,
    needsFresh: true,
    body: z.object({}),
    isBodyOptional: true,
    replies: {
      200: z
        .object({ recovery_codes: recoveryCodesField })
        .meta({ id: 'RecoveryCodes', description: 'Recovery codes, shown once.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'conflict'],
    async handle({ caller }) {
      const recovery_codes = [...(await renewRecoveryCodes(deps, caller))];
      return { status: 200, headers, body: { recovery_codes } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: ONE,
    operationId: 'deleteFactor',
    summary: 'Do without your second factor',
    description:
      'From now on your password is enough. An account that asks for a second factor lets you do nothing but add one.',
    token: 'session',
    allowsReadOnly: true,
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    params,
    replies: { 200: factorSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { factor_id: factorId }, caller }) {
      return { status: 200, body: toResource(await removeFactor(deps, caller, factorId)) };
    },
  }),
  defineRoute({
    ...open,
    method: 'POST',
    path: '/v1/auth/step_up',
    operationId: 'stepUp',
    summary: 'Show your second factor again, for what asks for it: it is good for 10 minutes',
    description:
      'Some operations ask for it again: refunds above the limit of the account, keys, payouts, and who has what role.',
    timeoutMs: REVOKING_TIMEOUT_MS,
    body: z
      .object({ code: codeField })
      .meta({ id: 'StepUp', description: 'A code of your second factor.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          fresh_until: instant('Until when nothing asks for it again (RFC 3339, UTC).'),
        })
        .meta({ id: 'SteppedUp', description: 'That a second factor was shown.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'invalid_grant', 'conflict'],
    async handle({ body: { code }, caller, address }) {
      const freshUntil = (await stepUp(deps, caller, { code, address })).toISOString();
      return { status: 200, body: { message: 'thank you', fresh_until: freshUntil } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/users/{user_id}/factors',
    operationId: 'deleteUserFactors',
    summary: 'Reset the second factor of a login that your account made',
    description:
      'They log in by their password alone until they add another one. A login that belongs to its person (docs/roles.md) is reset by an administrator alone: `403` otherwise.',
    token: 'session',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    params: idParams({ user_id: 'user' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          user_id: idOf('user', 'User who has none any more'),
        })
        .meta({ id: 'FactorsReset', description: 'That somebody has no second factor any more.' }),
    },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { user_id: userId }, caller }) {
      if (userId === undefined) throw notFound('user');
      await resetFactors(deps, caller, userId);
      const message = 'they log in by their password alone until they add another one';
      return { status: 200, body: { message, user_id: toPublicId('user', userId) } };
    },
  }),
];
