import { eventCatalogue, eventSchema } from '@florin/contracts';
import { z } from 'zod';
import { compareSchemas } from './openapi/compare-schemas.ts';
import type { Schema } from './openapi/schema.ts';

/** JSON Schema of each event type, and of the common `envelope`. */
export type EventSchemas = Readonly<Record<string, Schema>>;

/** Schemas of today's catalogue. */
export function currentEventSchemas(): EventSchemas {
  const schemas = Object.entries({ envelope: eventSchema, ...eventCatalogue });
  return Object.fromEntries(
    schemas.map(([type, schema]) => [type, z.toJSONSchema(schema) as Schema]),
  );
}

/** Guarantees of `old` that publishers no longer give. */
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
