import type { StatementCost } from '../results.ts';
import type { Readings } from '../rounds.ts';

/** What a part finds: a Postgres of its own, which nothing else uses. */
export interface World {
  /** As superuser. */
  readonly serverUrl: string;
  /** Deleted at the end. */
  readonly dataDir: string;
  readonly seed: number;
  readonly seconds: number;
  /** Transactions that the longer one of two histories has. */
  readonly history: number;
  readonly signal: AbortSignal;
  /** Tells what begins now. */
  readonly step: (what: string) => void;
  /** Tells anything else. */
  readonly say: (line: string) => void;
}

export interface OpenPart {
  /** Of what runs in this part besides Node and Postgres. */
  readonly versions?: Readonly<Record<string, string>>;
  /** One round of everything that the part measures. */
  measure(round: number): Promise<Readings>;
  /** What Postgres was asked in the last round, where that is looked at. */
  readonly statements?: () => readonly StatementCost[];
  close(): Promise<void>;
}

export interface Part {
  /** How often `measure` calls `step`. */
  readonly stepsPerRound: number;
  /** Of its Postgres, besides the usual ones. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  open(world: World): Promise<OpenPart>;
}
