import { eventCatalogue, eventSchema } from '@florin/contracts';
import { z } from 'zod';
import { compareSchemas } from './openapi/compare-schemas.ts';
import type { Schema } from './openapi/schema.ts';

/** What each type of event carries, and the `envelope` around all of them, as JSON Schema. */
export type EventSchemas = Readonly<Record<string, Schema>>;

/** Those of today's catalogue. */
export function currentEventSchemas(): EventSchemas {
  const schemas = Object.entries({ envelope: eventSchema, ...eventCatalogue });
  return Object.fromEntries(
    schemas.map(([type, schema]) => [type, z.toJSONSchema(schema) as Schema]),
  );
}

/** What consumers of `old` could rely on and publishers do not give any more. */
export function compareEvents(old: EventSchemas, now: EventSchemas): string[] {
  return Object.entries(old).flatMap(([type, before]) => {
    const after = now[type];
    if (!after) return [`event ${type}: was removed`];
    return compareSchemas(`event ${type}`, sideOf(before), sideOf(after), 'response');
  });
}

function sideOf(schema: Schema) {
  return { schema, schemas: schema.$defs ?? {} };
}
