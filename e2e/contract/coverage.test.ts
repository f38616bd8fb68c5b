import { eventCatalogue } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { readOperations } from './document.ts';
import { byItself, eventsOf, withoutEvents } from './events-of.ts';
import { neverAnswered, SPEC_OPERATIONS, specOperations } from './spec-operations.ts';

/** Clients cannot provoke these; the fault tests do. */
const NOT_ON_REQUEST = [
  'internal_error',
  'unavailable',
  // Returned ten minutes after a second factor was shown.
  'insufficient_user_authentication',
];

const documented = await readOperations();
const served = new Set(documented.map(({ operation }) => operation));

const hasRow = (operation: string, status: number, code?: string) =>
  allScenarios.some(
    (scenario) =>
      scenario.operation === operation &&
      scenario.status === status &&
      (code === undefined || scenario.code === code),
  );

describe('the scenarios', () => {
  it('cover every status and code that the document lists', () => {
    const missing = documented.flatMap(({ operation, answers }) =>
      answers.flatMap(({ status, codes }) =>
        (status < 400 ? [undefined] : codes)
          .filter((code) => code === undefined || !NOT_ON_REQUEST.includes(code))
          .filter((code) => !hasRow(operation, status, code))
          .map((code) => `${operation}: ${status} ${code ?? 'success'}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('expect only statuses and codes that the document lists', () => {
    const surplus = allScenarios.filter(({ operation, status, code }) => {
      const answers = documented.find((each) => each.operation === operation)?.answers ?? [];
      const answer = answers.find((each) => each.status === status);
      return !answer || (code !== undefined && !answer.codes.includes(code));
    });
    expect(
      surplus.map(
        ({ operation, status, code, what }) => `${operation}: ${status} ${code}: ${what}`,
      ),
    ).toEqual([]);
  });

  it('have distinct names', () => {
    const names = allScenarios.map(
      ({ operation, status, what }) => `${operation} ${status} ${what}`,
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('the events', () => {
  const changing = [...served].filter((operation) => !operation.startsWith('GET '));

  it('cover every operation that changes something, and no other', () => {
    const said = [...Object.keys(eventsOf), ...Object.keys(withoutEvents)];
    expect(said.toSorted()).toEqual(changing.toSorted());
  });

  it('are each caused by an operation or occur by themselves', () => {
    const types = new Set([...Object.values(eventsOf).flat(), ...byItself]);
    expect([...types].toSorted()).toEqual(Object.keys(eventCatalogue).toSorted());
  });
});

describe('specified operations', () => {
  it('are 24', () => {
    expect(Object.keys(specOperations)).toHaveLength(SPEC_OPERATIONS);
  });

  it('are all served', () => {
    const missing = Object.keys(specOperations).filter((operation) => !served.has(operation));
    expect(missing).toEqual([]);
  });

  it('have a scenario for every specified status', () => {
    const missing = Object.entries(specOperations).flatMap(([operation, { success, refusals }]) =>
      [success, ...refusals]
        .filter((status) => !hasRow(operation, status))
        .map((status) => `${operation}: ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it('never answer statuses that they cannot mean', () => {
    const meant = Object.entries(neverAnswered).flatMap(([operation, statuses]) =>
      statuses
        .filter((status) => hasRow(operation, status))
        .map((status) => `${operation}: ${status}`),
    );
    expect(meant).toEqual([]);
  });
});
