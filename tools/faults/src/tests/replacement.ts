/** A module that is run in place of another one, both as absolute paths. */
export interface Replacement {
  readonly module: string;
  readonly by: string;
}

/** The setting by which a run of tests learns of its replacement, as JSON. */
export const REPLACEMENT_VARIABLE = 'FAULTS_REPLACEMENT';
/** Set where the tests are stories, which find a system that runs. */
export const STORIES_VARIABLE = 'FAULTS_STORIES';
