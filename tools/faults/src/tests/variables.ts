/** The setting by which a run of tests learns of its replacement, as JSON. */
export const REPLACEMENT_VARIABLE = 'FAULTS_REPLACEMENT';
/** Set where the tests are stories, which find a system that runs. */
export const STORIES_VARIABLE = 'FAULTS_STORIES';
