import { isDeepStrictEqual } from 'node:util';
import {
  eventCatalogue,
  eventSchema,
  OPERATION_ANSWERED,
  operationSchema,
} from '@florin/contracts';
import type { z } from 'zod';

/** Schemas of published events: those of the catalog, and those for the audit log only. */
const schemas: Readonly<Record<string, z.ZodObject>> = {
  ...eventCatalogue,
  [OPERATION_ANSWERED]: operationSchema,
};

/** Differences between published events and the catalog, one line each. */
export function unlikeCatalogue(bodies: readonly string[]): string[] {
  const problems = bodies.flatMap((body) => {
    const event = JSON.parse(body);
    const schema = schemas[event.type];
    if (!schema) return [`${event.type} is not in the catalogue`];
    const { object, previous = {} } = event.data ?? {};
    return [
      ...problemsOf(`${event.type}`, eventSchema, event),
      ...problemsOf(`${event.type}.data.object`, schema, object),
      ...Object.keys(previous)
        .filter((name) => !Object.hasOwn(schema.shape, name))
        .map((name) => `${event.type}.data.previous.${name} is no field of its object`),
    ];
  });
  return [...new Set(problems)];
}

function problemsOf(name: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return parsed.error.issues.map(
      ({ path, message }) => `${[name, ...path].join('.')}: ${message}`,
    );
  // A schema drops members that it does not know.
  return isDeepStrictEqual(parsed.data, value) ? [] : [`${name} holds more than it promises`];
}
