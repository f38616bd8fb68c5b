import { type IdKind, idPatternOf, idPrefixes, parsePublicId, type Uuid } from '@florin/contracts';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { kindsInWords } from './id-words.ts';

/** OpenAPI description and example of a public id. */
export function idMeta(kind: IdKind, before = '') {
  const description = `${before}Id of the ${kindsInWords[kind]}, \`${idPrefixes[kind]}_…\`.`;
  return { description, examples: [`${idPrefixes[kind]}_01jx3w9v6re0xvqk7d5n2b8a4c`] };
}

/** The same for an id whose other shapes are refused. */
export function idShape(kind: IdKind) {
  return { ...idMeta(kind), pattern: idPatternOf(kind) };
}

/** A public id in a path or body. A malformed id becomes undefined, since no object has it. */
export function idField(kind: IdKind) {
  return z
    .string({ error: 'must be a string' })
    .meta(idShape(kind))
    .transform((id): Uuid | undefined => parsePublicId(kind, id));
}

/** Path parameters that are ids, plus `others`. A malformed id results in a 404. */
export function idParams<Name extends string, Others extends z.ZodRawShape = Record<never, never>>(
  params: Readonly<Record<Name, IdKind>>,
  others?: Others,
) {
  const shape = Object.fromEntries(
    Object.entries<IdKind>(params).map(([name, kind]) => [
      name,
      z
        .string()
        .meta(idShape(kind))
        .transform((id, context): Uuid => {
          const uuid = parsePublicId(kind, id);
          if (uuid !== undefined) return uuid;
          context.issues.push({
            code: 'custom',
            input: id,
            message: notFound(kindsInWords[kind]).message,
          });
          return z.NEVER;
        }),
    ]),
  );
  return z.object({ ...others, ...shape }) as unknown as z.ZodType<
    Readonly<Record<Name, Uuid>> & z.output<z.ZodObject<Others>>
  >;
}
