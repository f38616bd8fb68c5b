import { toPublicId } from '@florin/contracts';
import { choice, createdAt, idOf, instant, objectOf, ownId } from '@florin/contracts/members';
import { defineRoute, idParams, notFound, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Factor } from '../../domain/factor.ts';
import { REVOKING_TIMEOUT_MS, userOf } from '../../requests.ts';
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
  .meta({ description: 'Six-digit code of an authenticator, or a recovery code.' });

const factorSchema = z
  .object({
    id: ownId('factor', 'second factor'),
    object: objectOf('factor'),
    type: z
      .literal('totp')
      .describe('Type of the factor: always `totp`, time-based codes (RFC 6238).'),
    status: choice(['pending', 'active'], 'Status of the factor', {
      pending: 'waits for its first code',
      active: 'required at login',
    }),
    created_at: createdAt,
  })
  .meta({ id: 'Factor', description: 'A second factor of a login.' });
const recoveryCodesField = z
  .array(z.string())
  .meta({ description: 'Each code can replace an authenticator code once. Returned only once.' });

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
    summary: 'Add a second factor (TOTP)',
    description:
      'Returns a secret for an authenticator app. The factor becomes active when `POST /v1/auth/factors/{factor_id}/confirm` accepts its first code. A repeated request before that starts over. `409` if you already have one.',
    isCostly: true,
    body: z
      .object({
        password: z
          .string({ error: 'must be a string' })
          .min(1, 'must not be empty')
          .describe('Your current password.'),
        type: z
          .literal('totp', { error: 'must be totp' })
          .default('totp')
          .describe('Type of the factor: time-based codes (RFC 6238), the only type.'),
      })
      .meta({ id: 'NewFactor', description: 'A second factor to add.' }),
    replies: {
      201: factorSchema
        .extend({
          secret: z
            .string()
            .meta({ description: 'Secret for manual entry (base32). Returned only once.' }),
          otpauth_url: z
            .string()
            .meta({ description: 'URI for a QR code that authenticator apps read.' }),
        })
        .meta({
          id: 'FactorWithSecret',
          description: 'A second factor with its secret, which is returned only once.',
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
    summary: 'List your second factors',
    description: 'At most one. `recovery_codes_left` counts unused recovery codes.',
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(factorSchema).describe('One factor, or none.'),
          recovery_codes_left: z.int().describe('Number of unused recovery codes.'),
        })
        .meta({ id: 'FactorList', description: 'Your second factors.' }),
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
    summary: 'Activate a second factor',
    description:
      'Accepts the first code of the factor. From then on a login requires a code. The response has recovery codes in case you lose the authenticator; they are returned only once. Your other sessions end.',
    timeoutMs: REVOKING_TIMEOUT_MS,
    params,
    body: z
      .object({ code: codeField })
      .meta({ id: 'FactorConfirmation', description: 'First code of a second factor.' }),
    replies: {
      200: factorSchema.extend({ recovery_codes: recoveryCodesField }).meta({
        id: 'FactorWithRecoveryCodes',
        description: 'An active second factor with recovery codes, which are returned only once.',
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
    summary: 'Replace the recovery codes',
    description: 'The old codes stop working at once.',
    token: 'session',
    allowsReadOnly: true,
    needsFresh: true,
    body: z.object({}),
    isBodyOptional: true,
    replies: {
      200: z.object({ recovery_codes: recoveryCodesField }).meta({
        id: 'RecoveryCodes',
        description: 'New recovery codes, which are returned only once.',
      }),
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
    summary: 'Delete your second factor',
    description:
      'From then on a login requires only your password. In an account that requires a second factor, you can only add a new one.',
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
    summary: 'Confirm your second factor again',
    description:
      'Required for some operations: refunds above the limit of the account, API keys, payouts, and role changes. A confirmation is valid for 10 minutes.',
    timeoutMs: REVOKING_TIMEOUT_MS,
    body: z
      .object({ code: codeField })
      .meta({ id: 'StepUp', description: 'A code of your second factor.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          fresh_until: instant('When the confirmation expires (RFC 3339, UTC).'),
        })
        .meta({ id: 'SteppedUp', description: 'A confirmed second factor.' }),
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
    summary: "Reset a user's second factor",
    description:
      'For logins that your account created. The user logs in with only the password until they add another factor. For a login that belongs to its person (docs/roles.md), only an administrator can reset it: `403` otherwise.',
    token: 'session',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    params: idParams({ user_id: 'user' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          user_id: idOf('user', 'User whose factor was reset'),
        })
        .meta({ id: 'FactorsReset', description: 'A reset second factor.' }),
    },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { user_id: userId }, caller }) {
      if (userId === undefined) throw notFound('user');
      await resetFactors(deps, caller, userId);
      const message =
        'the user logs in with only the password until they add another second factor';
      return { status: 200, body: { message, user_id: toPublicId('user', userId) } };
    },
  }),
];
