/** What Excel calls the function behind `A1#`, the spill operator. */
export const ANCHOR_FUNCTION = 'ANCHORARRAY';

const TEXT_OR_ANCHOR = /"(?:[^"]|"")*"|((?:(?:'[^']+'|[\w.]+)!)?\$?[A-Z]{1,3}\$?\d+)#/gi;

/** `A1#` becomes a call that the engine knows; texts within the formula stay as they are. */
export function withAnchors(formula: string): string {
  if (!formula.includes('#')) return formula;
  return formula.replace(TEXT_OR_ANCHOR, (all, reference: string | undefined) =>
    reference === undefined ? all : `${ANCHOR_FUNCTION}(${reference})`,
  );
}
