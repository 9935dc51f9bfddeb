import { ERROR_TYPE_SET, type ErrorType, type LexerTreeBuilder } from '@univerjs/engine-formula';
import { withAnchors } from './anchor';
import { BUSY } from './cell';

/** Formulas that refer to a waiting cell have to be errors as well, or they would calculate with the text. */
export function teachBusy(): void {
  const known: Set<ErrorType | string> = ERROR_TYPE_SET;
  known.add(BUSY);
}

type Reset = (this: object) => void;
const isReset = (value: unknown): value is Reset => typeof value === 'function';

/**
 * Two repairs of the engine's lexer (Univer 0.25.1). It has no spill operator; and when a formula is left half typed
 * after `Table1[` it stays inside that bracket, and every formula after it is #NAME?.
 */
export function repairLexer(lexer: LexerTreeBuilder): void {
  const build = lexer.treeBuilder.bind(lexer);
  const reset: unknown = Reflect.get(lexer, '_resetTemp');
  lexer.treeBuilder = (formula, ...rest) => build(withAnchors(formula), ...rest);
  if (!isReset(reset)) throw new Error('The formula engine is not the version that this page was made for.');
  const leaveBrackets = { _tableBracketState: false, _squareBracketState: 0 };
  Reflect.set(lexer, '_resetTemp', () => {
    reset.call(lexer);
    Object.assign(lexer, leaveBrackets, { _openBracketNormalIndexStack: [] });
  });
}
