/**
 * A control: with one module replaced, tests of the product must fail. A `*.control.ts` file mocks
 * the module, imports the tests and exports a `control` (decision 59).
 */
export interface Control {
  /** Id of the fault (F) or threat (T), such as `T4`. */
  readonly id: `${'F' | 'T'}${number}${'' | 'B'}`;
  /** The fault or attack that the tests carry out. */
  readonly fault: string;
  /** The property that the tests prove. */
  readonly holds: string;
  /** The defect that the tests must detect. */
  readonly control: string;
}

/** A control in the `meta` of its tests. */
export interface ControlResult extends Control {
  /** Name and failure of the test that detected the defect; absent on other tests. */
  readonly noticedBy?: string;
}
