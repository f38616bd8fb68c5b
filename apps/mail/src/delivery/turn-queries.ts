import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queue } from '../domain/queues.ts';
import { START, type Turn, VISITS_MAX, type Walk } from '../domain/turns.ts';
import type { Db } from '../schema.ts';

/** The expression of the index `messages_queue_turns`. */
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
  const { rows } = await sql<{ queue: Queue; owner: Uuid; due: Uuid[] }>`
    with recursive turns as (
      select walks.queue, walks.free, visit.owner, visit.due, visit.owner as first, 1 as number,
             (visit.due <> '{}')::int as found
        from unnest(${walks.map(({ queue }) => queue)}::text[], ${walks.map(({ free }) => free)}::int[],
                    ${walks.map(({ after }) => after)}::uuid[]) walks (queue, free, after)
       cross join lateral (${visit('walks', 'after', hourlyMax)}) visit
       where walks.free > 0 and (
               select true from messages
                where queue = walks.queue and status = 'waiting' and due_at <= now()
                order by due_at limit 1)
      union all
      select turns.queue, turns.free, visit.owner, visit.due, turns.first, turns.number + 1,
             turns.found + (visit.due <> '{}')::int
        from turns cross join lateral (${visit('turns', 'owner', hourlyMax)}) visit
       where turns.number < ${VISITS_MAX} and turns.found < turns.free
         and visit.owner <> turns.first)
    select queue, owner, due from turns order by number`.execute(db);
  return rows;
}

/**
 * The next account with waiting email, and its oldest due emails. `offset 0` keeps Postgres from
 * evaluating the subquery per column.
 */
function visit(from: 'walks' | 'turns', after: string, hourlyMax: number): RawBuilder<unknown> {
  const queue = sql.ref(`${from}.queue`);
  const waiting = sql`messages.queue = ${queue} and messages.status = 'waiting'`;
  return sql`
    select owner,
           case when ${queue} = 'interactive' or not exists (
                  select from account_hours
                   where account_id = owner and hour = date_trunc('hour', now())
                     and sent >= ${hourlyMax})
                then array(
                  select id from messages
                   where ${waiting} and ${OWNER} = owner and due_at <= now()
                   order by due_at limit ${sql.ref(`${from}.free`)})
                else '{}' end as due
      from (select coalesce(
              (select ${OWNER} from messages
                where ${waiting} and ${OWNER} > ${sql.ref(`${from}.${after}`)}
                order by ${OWNER} limit 1),
              (select ${OWNER} from messages where ${waiting} order by ${OWNER} limit 1))
              as owner offset 0) next
     where owner is not null offset 0`;
}
