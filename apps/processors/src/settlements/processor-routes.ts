import { type ProcessorResource, processorSchema } from '@florin/contracts';
import { defineRoute, listReply, type Route } from '@florin/http-api';
import { z } from 'zod';
import { assertOperator } from '../merchants/routes.ts';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import { listReadTimes, readerOf } from './queries.ts';

interface ProcessorRouteDeps {
  readonly db: Db;
  readonly registry: Registry;
}

export const listProcessorsRoute = ({ db, registry }: ProcessorRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/processors',
    operationId: 'listProcessors',
    summary: 'List the configured processors',
    description:
      'Payment processors that the service settings configure, the one for most payments first, with the time their settlements were last read. `GET /v1/reconciliations` compares the settlements with Florin. For administrators.',
    token: 'session',
    query: z.object({}),
    replies: { 200: listReply(processorSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ caller }) {
      assertOperator(caller);
      const readAt = await listReadTimes(db);
      const data = registry.all.map(
        (processor): ProcessorResource => ({
          object: 'processor',
          ...{ name: processor.name, livemode: processor.livemode },
          is_open: registry.open.includes(processor),
          settlements_read_at:
            readAt
              .get(readerOf({ processor: processor.name, livemode: processor.livemode }))
              ?.toISOString() ?? null,
        }),
      );
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });
