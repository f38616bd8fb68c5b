/**
 * SQL that adds to every table a column of each name that any other table has, as newer versions
 * may do. Statements with `*` or ambiguous columns then fail.
 * @param schema an identifier that needs no quotes
 */
export function widenSchema(schema: string): string {
  return `
    do $$
    declare wider record;
    begin
      for wider in
        with tables as (
          select oid, relname from pg_class
           where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p')
             and not relispartition and relname not like 'kysely%'),
        columns as (
          select attrelid, attname from pg_attribute
           where attrelid in (select oid from tables) and attnum > 0 and not attisdropped)
        select relname, string_agg(format('add column %I text', attname), ', ') as additions
          from tables, (select distinct attname from columns) names
         where not exists (
           select from columns where attrelid = oid and columns.attname = names.attname)
         group by relname
      loop
        execute format('alter table ${schema}.%I %s', wider.relname, wider.additions);
      end loop;
    end $$`;
}
