export { type Asker, makeTakeTurns, type TakeTurns, type TurnLimits } from './take-turns.ts';
