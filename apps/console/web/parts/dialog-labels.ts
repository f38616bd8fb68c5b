import type { TextName } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';

/** Confirming buttons that do not simply repeat the label of their action. */
const confirmNames: Partial<Record<TextName, TextName>> = {
  doChange: 'save',
  doChangeMetadata: 'save',
  doRefund: 'confirmRefund',
  doAskPayment: 'confirmAskPayment',
  doCapture: 'confirmCapture',
  doPayOut: 'confirmPayOut',
  doCredit: 'confirmCredit',
};

/** Beside "Cancel subscription", a button "Cancel" would be ambiguous. */
const canceling: readonly TextName[] = [
  'doCancelPayment',
  'doCancelTransaction',
  'doCancelSubscription',
];

/** The label of the button that runs an action; `amount` is undefined until it is valid. */
export function confirmLabel(action: TextName, amount: string | undefined): string {
  const label = texts()[confirmNames[action] ?? action];
  if (!label.includes('{amount}')) return label;
  return amount === undefined ? texts()[action] : fill(label, { amount });
}

/** The label of the button that closes the dialog of an action without running it. */
export function dismissLabel(action: TextName): string {
  return canceling.includes(action) ? texts().goBack : texts().cancel;
}
