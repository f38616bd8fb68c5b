import type { z } from 'zod';

/**
 * Former names of members with the present ones; a path has dots, and `*` for each of a list. The
 * table in docs/versioning.md has all of them.
 */
export type FormerNames = Readonly<Record<string, string>>;

/** Since when former names are announced to go, and until when they are kept at least. */
export const formerNamesKept = { since: '2026-11-22', until: '2027-06-01' } as const;

/** What a document says of a former name. */
export function formerNameMeta(now: string) {
  const description = `Former name of \`${now}\`, kept until ${formerNamesKept.until}.`;
  return { deprecated: true, description };
}

type Former<Members, Names> = {
  readonly [Old in keyof Names]: Members[Names[Old] & keyof Members];
};

/** The schema of a resource that carries former names too. */
export function withFormerNames<
  Shape extends z.ZodRawShape,
  const Names extends Readonly<Record<string, keyof Shape & string>>,
>(schema: z.ZodObject<Shape>, names: Names): z.ZodObject<Shape & Former<Shape, Names>> {
  const former = Object.entries(names).map(([old, now]) => {
    const field = schema.shape[now] as unknown as z.ZodType;
    return [old, field.meta(formerNameMeta(now))];
  });
  return schema.extend(Object.fromEntries(former)) as never;
}

/** A resource with its former names beside the present ones. */
export function carryFormerNames<
  Resource extends object,
  const Names extends Readonly<Record<string, keyof Resource & string>>,
>(resource: Resource, names: Names): Resource & Former<Resource, Names> {
  const carried = { ...resource } as Resource & Record<string, unknown>;
  for (const [old, now] of Object.entries(names))
    if (Object.hasOwn(resource, now)) Object.assign(carried, { [old]: resource[now] });
  return carried as Resource & Former<Resource, Names>;
}
