import { AppError, type Caller, type ServiceName } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { systemServiceSchema } from './model.ts';
import type { System } from './system.ts';

/** A redrive handles a thousand events or more. */
const REDRIVE_TIMEOUT_MS = 30_000;

const redriveSchema = z
  .object({
    object: z.literal('redrive').describe('What this object is: always `redrive`.'),
    handled: z.int().describe('How many were handled.'),
    failed: z.int().meta({ description: 'How many were not: they stay dead letters.' }),
  })
  .meta({ id: 'Redrive', description: 'What has become of the dead letters of a service.' });

/** Route of every service: its status, for operators of this Florin. */
export const systemRoute = (name: ServiceName, system: System): Route =>
  defineRoute({
    method: 'GET',
    path: `/v1/system/${name}`,
    operationId: `get${inName(name)}System`,
    summary: `Tell how the service ${name} is, as an administrator`,
    description:
      'Whichever process of the service answers tells what it sees: its version, what waits to be published or handled, and what has not come to an end.',
    token: 'session',
    replies: { 200: systemServiceSchema },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      assertOperator(caller);
      return { status: 200, body: await system.tell() };
    },
  });

/** Route of every service that consumes events: retries dead letters. Idempotent. */
export const redriveRoute = (name: ServiceName, system: System): Route =>
  defineRoute({
    method: 'POST',
    path: `/v1/system/${name}/redrive`,
    operationId: `redrive${inName(name)}`,
    summary: `Have the service ${name} handle its dead letters again, as an administrator`,
    description:
      'Dead letters are events that could not be handled. Each is handled once more; what fails again stays one. Done twice, it does nothing more.',
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
    throw new AppError('forbidden', 'how services are is for administrators: ask one');
}
