import { AppError, isLive } from '@florin/contracts';
import type { Metrics } from '@florin/service';
import { Counter } from 'prom-client';
import type { EngineSettings } from '../../config.ts';
import type { FindEngine, TaxEngine } from './engine.ts';
import { makeStripeTax } from './stripe.ts';

/** Stripe Tax with the key of each account's mode: test accounts never report to live mode. */
export function makeEngines(
  { stripeTax }: EngineSettings,
  { registry }: Metrics,
  onError: (error: unknown) => void,
): FindEngine {
  const calls = new Counter({
    name: 'florin_billing_tax_engine_calls_total',
    help: 'Calls to tax engines, by call and outcome: answered, refused or failed.',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  });
  for (const call of ['calculate', 'report', 'reverse'])
    for (const outcome of ['answered', 'refused', 'failed']) calls.inc({ call, outcome }, 0);
  const { url, liveKey, testKey } = stripeTax;
  const open = (secretKey: string | undefined) =>
    secretKey === undefined
      ? undefined
      : counted(makeStripeTax({ url, secretKey }), calls, onError);
  const live = open(liveKey);
  const test = open(testKey);
  return (accountId) => (isLive(accountId) ? live : test);
}

/** Refusals are returned to the client; failures are counted for the operator. */
function counted(
  engine: TaxEngine,
  calls: Counter<'call' | 'outcome'>,
  onError: (error: unknown) => void,
): TaxEngine {
  const count = async <Answer>(call: string, answer: Promise<Answer>): Promise<Answer> => {
    const outcome = await answer.then(
      () => 'answered',
      (error: unknown) => {
        if (error instanceof AppError) return 'refused';
        onError(error);
        return 'failed';
      },
    );
    calls.inc({ call, outcome });
    return answer;
  };
  return {
    calculate: (request) => count('calculate', engine.calculate(request)),
    report: (sale) => count('report', engine.report(sale)),
    reverse: (reversal) => count('reverse', engine.reverse(reversal)),
  };
}
