import type { Node } from 'libpg-query';
import { objectionsToAlteration } from './alterations.ts';
import { breaks, locks, type Made, type Objection } from './objection.ts';

type KindOf<Any> = Any extends unknown ? keyof Any : never;
type Kind = KindOf<Node>;
type Said<Of extends Kind> = Extract<Node, Record<Of, unknown>>[Of];
type Rule<Said> = (said: Said, made: Made) => readonly Objection[];

/** Known kinds of statements. Changes to a table that the migration created are harmless. */
const rules: { readonly [Of in Kind]?: Rule<Said<Of>> } = {
  CommentStmt: () => [],
  // Readers and writers do not wait for it.
  CreateStatsStmt: () => [],
  InsertStmt: () => [],
  SelectStmt: () => [],
  CreateStmt: ({ relation }, made) => {
    made.tables.add(relation?.relname ?? '');
    return [];
  },
  ViewStmt: ({ view, replace }, made) => {
    made.tables.add(view?.relname ?? '');
    return replace ? [breaks('puts another view in the place of one')] : [];
  },
  CreateFunctionStmt: ({ funcname, replace }, made) => {
    made.functions.add(nameOf(funcname));
    return replace ? [breaks('puts another function in the place of one')] : [];
  },
  AlterTableStmt: ({ relation, cmds = [] }, made) =>
    isMade(relation, made)
      ? []
      : cmds.flatMap((each) =>
          'AlterTableCmd' in each ? objectionsToAlteration(each.AlterTableCmd, made) : [],
        ),
  IndexStmt: (said, made) => (isMade(said.relation, made) ? [] : toIndex(said, made)),
  CreateTrigStmt: ({ relation, trigname }, made) =>
    isMade(relation, made)
      ? []
      : [breaks(`lets ${trigname} change or refuse what older code writes`)],
  UpdateStmt: ({ relation }, made) =>
    isMade(relation, made) ? [] : [locks('keeps the rows that it changes locked until it ends')],
  GrantStmt: ({ is_grant, objects = [] }, made) =>
    is_grant || objects.every((each) => made.functions.has(functionOf(each)))
      ? []
      : [breaks('takes a right that older code may need')],
  DropStmt: ({ removeType = '', concurrent }) => {
    if (removeType !== 'OBJECT_INDEX')
      return [breaks(`drops a ${removeType.replace('OBJECT_', '').toLowerCase()}`)];
    return concurrent ? [] : [locks('drops an index, not concurrently')];
  },
  RenameStmt: ({ relation, subname }) => [
    breaks(`renames ${[relation?.relname, subname].filter(Boolean).join('.')}`),
  ],
};

/**
 * Effects of a statement on services of the previous version, which run and restart beside it. Adds
 * created objects to `made`. Unknown kinds of statements are objected to.
 */
export function objectionsTo(statement: Node, made: Made): readonly Objection[] {
  const [[kind, said] = ['nothing', undefined]] = Object.entries(statement);
  const rule = rules[kind as Kind] as Rule<unknown> | undefined;
  return rule ? rule(said, made) : [breaks(`is a ${kind}, which is not known to be harmless`)];
}

function isMade(relation: { readonly relname?: string } | undefined, { tables }: Made): boolean {
  return tables.has(relation?.relname ?? '');
}

function toIndex(
  { concurrent, unique, relation, indexParams = [] }: Said<'IndexStmt'>,
  made: Made,
) {
  const columns = indexParams.map((each) => ('IndexElem' in each ? each.IndexElem.name : ''));
  // Older code does not write to a column that it does not know.
  const isOfNewColumn = columns.some((name = '') => made.columns.has(name));
  return [
    // A partitioned table by itself is only a name: it holds no rows.
    ...(concurrent || !relation?.inh
      ? []
      : [locks('keeps everybody from writing while it makes an index')]),
    ...(unique && !isOfNewColumn ? [breaks('refuses by an index what older code may write')] : []),
  ];
}

function functionOf(node: Node): string {
  return 'ObjectWithArgs' in node ? nameOf(node.ObjectWithArgs.objname) : '';
}

/** The last part, without its schema. */
function nameOf(names: readonly Node[] = []): string {
  const last = names.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}
