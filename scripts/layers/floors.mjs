import { readdirSync } from 'node:fs';

const folder = new URL('floors/', import.meta.url);

/**
 * Floors of each `src`, lowest first: `{ 'apps/ledger': [['domain'], ['posting'], …] }`. An entry is a folder or
 * a file without its extension. It imports from lower floors only, not from the others on its own floor.
 */
export const floors = Object.fromEntries(
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const { workspace, floors } = await import(new URL(file, folder).href);
      return [workspace, floors];
    }),
  ),
);

const pathOf = (workspace, names) => `^${workspace}/src/(${names.join('|')})(/|\\.ts$)`;

/** One rule for each entry of a floor, and one that every file of the workspace has a floor. */
export const floorRules = (tests) =>
  Object.entries(floors).flatMap(([workspace, levels]) => [
    {
      name: `${workspace}: every file has a floor`,
      severity: 'error',
      from: {},
      to: { path: `^${workspace}/src/`, pathNot: `${pathOf(workspace, levels.flat())}|${tests}` },
    },
    ...levels.flatMap((level, index) =>
      level.map((name) => {
        const above = levels
          .slice(index)
          .flat()
          .filter((other) => other !== name);
        return {
          name: `${workspace}: ${name} imports from lower floors only`,
          severity: 'error',
          from: { path: pathOf(workspace, [name]), pathNot: tests },
          to: { path: pathOf(workspace, above.length === 0 ? ['(?!)'] : above) },
        };
      }),
    ),
  ]);
