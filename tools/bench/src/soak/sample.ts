import type { Window } from './window.ts';

/** The state of one process at one moment. */
export interface ProcessState {
  readonly residentMb: number;
  /** Heap size; null for processes without this metric. */
  readonly heapMb: number | null;
  /** Percentage of one processor since the previous sample. */
  readonly processorPercent: number;
}

/** A table that is written to. */
export interface TableState {
  readonly name: string;
  readonly deadRows: number;
  /** Rows updated and deleted since its creation, each of which leaves a dead one. */
  readonly changes: number;
  /** Number of dead rows that triggers autovacuum. */
  readonly threshold: number;
  readonly autovacuums: number;
  readonly lastAutovacuum: string | null;
}

export interface DatabaseState {
  /** Tables with their indexes, by schema. */
  readonly bytes: Readonly<Record<string, number>>;
  /** Since the creation of the database. */
  readonly walBytes: number;
  /** Recorded by the ledger. */
  readonly transactions: number;
  /** The most changed first. */
  readonly tables: readonly TableState[];
}

/** Pending work. */
export interface Backlog {
  /** Events after the outbox cursors. */
  readonly outbox: number;
  /** Messages that NATS still holds for consumers. */
  readonly consumers: number;
  readonly deliveries: number;
}

/** The state of a Florin at one moment of a soak, and the load since the previous one. */
export interface Sample extends Window {
  /** Since the load began. */
  readonly atSeconds: number;
  /** Percentage of all processors of the machine since the previous sample. */
  readonly busyPercent: number;
  /** The part that neither Florin nor its load explains: others use the machine. */
  readonly othersPercent: number;
  readonly processes: Readonly<Record<string, ProcessState>>;
  /** Percentage of one processor, all sessions together. */
  readonly postgresPercent: number;
  readonly backlog: Backlog;
  readonly database: DatabaseState;
  /** In all streams. */
  readonly natsBytes: number;
  /** Disk usage of the data folder. */
  readonly diskBytes: number;
}
