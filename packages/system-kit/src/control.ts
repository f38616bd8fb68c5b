/**
 * The description of a control: tests of the product, run with one module replaced, must fail. A
 * `*.control.ts` file replaces the module by `vi.mock`, imports the tests and exports this as
 * `control`. The project `controls` of vitest runs it.
 */
export interface Control {
  /** Id of the fault (F) or threat (T), such as `T4`. */
  readonly id: `${'F' | 'T'}${number}${'' | 'B'}`;
  /** The fault or attack that the tests carry out. */
  readonly fault: string;
  /** The property that the tests prove. */
  readonly holds: string;
  /** The defect that the tests must notice. */
  readonly control: string;
}

/** A control in the `meta` of its tests. */
export interface ControlResult extends Control {
  /** Name and failure of the test that noticed the defect; absent on the other tests. */
  readonly noticedBy?: string;
}
