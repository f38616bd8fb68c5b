import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';
import { breaks, locks, type Made, type Objection } from './objection.ts';

type Subtype = NonNullable<AlterTableCmd['subtype']>;
type Rule = (name: string, def: Node | undefined, made: Made) => readonly Objection[];

const rules: { readonly [Of in Subtype]?: Rule } = {
  AT_ValidateConstraint: () => [],
  AT_SetRelOptions: () => [],
  AT_AddColumn: (_name, def, made) =>
    def && 'ColumnDef' in def ? toColumn(def.ColumnDef, made) : [],
  AT_DropColumn: (name) => [breaks(`drops the column ${name}, which older code reads or writes`)],
  AT_AlterColumnType: (name) => [
    breaks(`gives ${name} another type`),
    locks(`rewrites every row for ${name}`),
  ],
  AT_SetNotNull: (name) => [breaks(`refuses rows without ${name}, as older code may write them`)],
  AT_DropNotNull: (name) => [breaks(`lets ${name} be null, which older code does not expect`)],
  AT_ColumnDefault: (name, def) =>
    def ? [] : [breaks(`takes the default of ${name}, which older code relies on`)],
  AT_AddConstraint: (_name, def) =>
    def && 'Constraint' in def ? toConstraint(def.Constraint) : [],
  AT_DropConstraint: (name) => [
    breaks(`drops the constraint ${name}: rows may be as older code does not expect`),
  ],
};

/** Effects of one alteration on older code that uses the table. */
export function objectionsToAlteration(
  { subtype, name = '', def }: AlterTableCmd,
  made: Made,
): readonly Objection[] {
  const rule = subtype && rules[subtype];
  if (rule) return rule(name, def, made);
  return [breaks(`alters a table by ${subtype}, which is not known to be harmless`)];
}

function toColumn({ colname = '', constraints = [] }: ColumnDef, made: Made): Objection[] {
  made.columns.add(colname);
  const all = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const initial = all.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const isFilled = initial !== undefined;
  return all.flatMap(({ contype = 'CONSTR_NULL', pktable }) => {
    if (contype === 'CONSTR_NULL') return [];
    // A new table has no references, and older code does not write to it.
    if (contype === 'CONSTR_FOREIGN' && made.tables.has(pktable?.relname ?? '')) return [];
    if (contype === 'CONSTR_NOTNULL')
      return isFilled ? [] : [breaks(`adds ${colname}, not null without a default`)];
    if (contype === 'CONSTR_DEFAULT')
      return isConstant(initial) ? [] : [locks(`rewrites every row to compute ${colname}`)];
    return [locks(`adds ${colname} with ${contype}, for which every row is read or written`)];
  });
}

/** A constant, possibly cast: existing rows are not rewritten. */
function isConstant(expression: Node | undefined): boolean {
  if (expression && 'TypeCast' in expression) return isConstant(expression.TypeCast.arg);
  return expression !== undefined && 'A_Const' in expression;
}

function toConstraint({ conname = '', skip_validation }: Constraint): Objection[] {
  const refuses = breaks(`refuses by ${conname || 'a constraint'} what older code may write`);
  return skip_validation
    ? [refuses]
    : [refuses, locks('reads every row: add it `not valid` first')];
}
