import { AppError, type Caller, type ServiceName } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { systemServiceSchema } from './model.ts';
import type { System } from './system.ts';

/** A redrive handles a thousand events or more. */
const REDRIVE_TIMEOUT_MS = 30_000;

const redriveSchema = z
  .object({
    object: z.literal('redrive').describe('Object type: always `redrive`.'),
    handled: z.int().describe('Number of dead letters that were handled.'),
    failed: z.int().meta({ description: 'Number of dead letters that failed again.' }),
  })
  .meta({ id: 'Redrive', description: 'Result of a redrive.' });

/** Route of every service: its status, for operators of this Florin. */
export const systemRoute = (name: ServiceName, system: System): Route =>
  defineRoute({
    method: 'GET',
    path: `/v1/system/${name}`,
    operationId: `get${inName(name)}System`,
    summary: `Retrieve the status of the ${name} service`,
    description:
      'Status as seen by the process that handles the request: version, unpublished events, unhandled messages, dead letters and unfinished work. For administrators.',
    token: 'session',
    replies: { 200: systemServiceSchema },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      assertOperator(caller);
      return { status: 200, body: await system.describe() };
    },
  });

/** Route of every service that consumes events: retries dead letters. Idempotent. */
export const redriveRoute = (name: ServiceName, system: System): Route =>
  defineRoute({
    method: 'POST',
    path: `/v1/system/${name}/redrive`,
    operationId: `redrive${inName(name)}`,
    summary: `Redrive the dead letters of the ${name} service`,
    description:
      'Dead letters are events that could not be handled. Each is handled again; if that fails, it stays a dead letter. Idempotent. For administrators.',
    token: 'session',
    timeoutMs: REDRIVE_TIMEOUT_MS,
    body: z.object({}),
    isBodyOptional: true,
    replies: {
      200: redriveSchema,
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ caller }) {
      assertOperator(caller);
      return { status: 200, body: { object: 'redrive', ...(await system.redrive()) } };
    },
  });

/** `billing` becomes `Billing` in an operation id. */
const inName = (name: ServiceName) => name.charAt(0).toUpperCase() + name.slice(1);

function assertOperator({ role }: Caller): void {
  if (role !== 'admin')
    throw new AppError('forbidden', 'only administrators can read the status of services; ask one');
}
