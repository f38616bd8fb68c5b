import { isDeepStrictEqual } from 'node:util';
import {
  eventCatalogue,
  eventSchema,
  OPERATION_ANSWERED,
  operationSchema,
} from '@florin/contracts';
import type { z } from 'zod';

/** What services publish: the events of the catalogue, and what is for the audit log alone. */
const schemas: Readonly<Record<string, z.ZodObject>> = {
  ...eventCatalogue,
  [OPERATION_ANSWERED]: operationSchema,
};

/** What is wrong with events as they were published, beside the catalogue: a line for each. */
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
  // What a schema does not know, it leaves out.
  return isDeepStrictEqual(parsed.data, value) ? [] : [`${name} holds more than it promises`];
}
