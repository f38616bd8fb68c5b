/** The state compared after each step, of the model and of the core. */
export interface View {
  readonly status: string;
  readonly terms: string;
  readonly pending: string | null;
  readonly period: readonly [start: number, end: number];
  readonly isFlagged: boolean;
  readonly canceledAt: number | null;
  readonly endedAt: number | null;
  readonly charging: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly open: readonly number[];
  readonly banked: number | null;
}
