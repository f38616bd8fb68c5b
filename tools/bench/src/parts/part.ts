import type { StatementCost } from '../results.ts';
import type { Readings } from '../rounds.ts';

/** The environment of a part: a Postgres that nothing else uses. */
export interface World {
  /** Superuser's URL. */
  readonly serverUrl: string;
  /** Deleted at the end. */
  readonly dataDir: string;
  readonly seed: number;
  readonly seconds: number;
  /** Transactions of the longer of two histories. */
  readonly history: number;
  readonly signal: AbortSignal;
  /** Announces the next step. */
  readonly step: (what: string) => void;
  /** Prints anything else. */
  readonly say: (line: string) => void;
}

export interface OpenPart {
  /** Versions of further programs besides Node and Postgres. */
  readonly versions?: Readonly<Record<string, string>>;
  /** One round of all measurements of the part. */
  measure(round: number): Promise<Readings>;
  /** Statements of the last round, if they are watched. */
  readonly statements?: () => readonly StatementCost[];
  close(): Promise<void>;
}

export interface Part {
  /** Number of `step` calls of `measure`. */
  readonly stepsPerRound: number;
  /** Further settings of its Postgres. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  open(world: World): Promise<OpenPart>;
}
