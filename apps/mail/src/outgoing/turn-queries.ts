import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';
import { storedQueues, toQueue } from '../domain/queues.ts';
import { START, type Turn, VISITS_MAX, type Walk } from '../domain/turns.ts';
import type { Db } from '../schema.ts';

/** The expression of the index `letters_lane_turns`. */
const OWNER = sql.raw(`coalesce(account_id, '${START}'::uuid)`);

/**
 * Visits accounts with waiting email in order, until enough have due email. Each visit is two index
 * seeks, whatever the backlog.
 */
export async function findTurns(
  db: Db,
  walks: readonly Walk[],
  /** Emails of an account per clock hour; interactive mail is exempt. */
  hourlyMax: number,
): Promise<readonly Turn[]> {
  const { rows } = await sql<{ lane: string; owner: Uuid; due: Uuid[] }>`
    with recursive turns as (
      select walks.lane, walks.free, visit.owner, visit.due, visit.owner as first, 1 as number,
             (visit.due <> '{}')::int as found
        from unnest(${walks.map(({ queue }) => storedQueues[queue])}::text[], ${walks.map(({ free }) => free)}::int[],
                    ${walks.map(({ after }) => after)}::uuid[]) walks (lane, free, after)
       cross join lateral (${visit('walks', 'after', hourlyMax)}) visit
       where walks.free > 0 and (
               select true from letters
                where lane = walks.lane and status = 'waiting' and due_at <= now()
                order by due_at limit 1)
      union all
      select turns.lane, turns.free, visit.owner, visit.due, turns.first, turns.number + 1,
             turns.found + (visit.due <> '{}')::int
        from turns cross join lateral (${visit('turns', 'owner', hourlyMax)}) visit
       where turns.number < ${VISITS_MAX} and turns.found < turns.free
         and visit.owner <> turns.first)
    select lane, owner, due from turns order by number`.execute(db);
  return rows.map(({ lane, ...turn }) => ({ ...turn, queue: toQueue(lane) }));
}

/**
 * The next account with waiting email, and its oldest due emails. `offset 0` keeps Postgres from
 * evaluating the subquery per column.
 */
function visit(from: 'walks' | 'turns', after: string, hourlyMax: number): RawBuilder<unknown> {
  const lane = sql.ref(`${from}.lane`);
  const waiting = sql`letters.lane = ${lane} and letters.status = 'waiting'`;
  return sql`
    select owner,
           case when ${lane} = ${sql.lit(storedQueues.interactive)} or not exists (
                  select from account_hours
                   where account_id = owner and hour = date_trunc('hour', now())
                     and sent >= ${hourlyMax})
                then array(
                  select id from letters
                   where ${waiting} and ${OWNER} = owner and due_at <= now()
                   order by due_at limit ${sql.ref(`${from}.free`)})
                else '{}' end as due
      from (select coalesce(
              (select ${OWNER} from letters
                where ${waiting} and ${OWNER} > ${sql.ref(`${from}.${after}`)}
                order by ${OWNER} limit 1),
              (select ${OWNER} from letters where ${waiting} order by ${OWNER} limit 1))
              as owner offset 0) next
     where owner is not null offset 0`;
}
