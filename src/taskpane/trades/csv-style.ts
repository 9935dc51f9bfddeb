import type { TradeFileStyle } from '../../client/captures';
import type { Figures } from '../words/figures';

interface CsvStyle extends Required<Pick<TradeFileStyle, 'separator' | 'decimal'>> {
  readonly words: string;
}

/** The pairs that programs open by themselves, and one for those that ask. */
export const CSV_STYLES = [
  { separator: ',', decimal: '.', words: 'Comma and 1.5, as in English' },
  { separator: ';', decimal: ',', words: 'Semicolon and 1,5, as in German' },
  { separator: ';', decimal: '.', words: 'Semicolon and 1.5' },
  { separator: '\t', decimal: '.', words: 'Tab and 1.5' },
  { separator: '\t', decimal: ',', words: 'Tab and 1,5' },
] as const satisfies readonly CsvStyle[];

/** The place of the style that suits how this person writes numbers. */
export const csvStyleFor = (figures: Pick<Figures, 'quantity'>): number =>
  figures.quantity('1.5').includes(',') ? 1 : 0;
