import type { Window } from './window.ts';

/** One process, as it is at a moment. */
export interface ProcessState {
  readonly residentMb: number;
  /** What its garbage collector keeps, of those that tell it. */
  readonly heapMb: number | null;
  /** Of one processor, since the sample before. */
  readonly processorPercent: number;
}

/** A table that is written to. */
export interface TableState {
  readonly name: string;
  readonly deadRows: number;
  /** Rows updated and deleted since it was made, each of which leaves a dead one. */
  readonly changes: number;
  /** Dead rows from which on autovacuum comes. */
  readonly threshold: number;
  readonly autovacuums: number;
  readonly lastAutovacuum: string | null;
}

export interface DatabaseState {
  /** Tables with their indexes, by schema. */
  readonly bytes: Readonly<Record<string, number>>;
  /** Written since the database was made. */
  readonly walBytes: number;
  /** Recorded by the ledger. */
  readonly transactions: number;
  /** The most changed first. */
  readonly tables: readonly TableState[];
}

/** What waits to be done. */
export interface Backlog {
  /** Events behind the cursors of the outboxes. */
  readonly outbox: number;
  /** Messages that NATS still has for consumers. */
  readonly consumers: number;
  readonly deliveries: number;
}

/** All that is seen of a Florin at one moment of a soak, and of the load since the one before. */
export interface Sample extends Window {
  /** Since the load began. */
  readonly atSeconds: number;
  /** Of all processors of the machine, since the sample before. */
  readonly busyPercent: number;
  /** What of it neither Florin nor its load accounts for: somebody else uses the machine. */
  readonly othersPercent: number;
  readonly processes: Readonly<Record<string, ProcessState>>;
  /** Of one processor, all of its sessions together. */
  readonly postgresPercent: number;
  readonly backlog: Backlog;
  readonly database: DatabaseState;
  /** In all streams. */
  readonly natsBytes: number;
  /** What the data folder takes of the disk. */
  readonly diskBytes: number;
}
