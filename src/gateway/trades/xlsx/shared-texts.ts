import { xmlText } from './xml-text';

const SHARED_MAX = 10_000;
const CHARS_MAX = 200;

/**
 * The texts of a workbook that stand in many cells, such as units and names: each is written once, and its cells hold its place. What is
 * long, or comes when there are so many already, stands in its cell.
 */
export class SharedTexts {
  private readonly places = new Map<string, number>();

  place(text: string): number | undefined {
    const known = this.places.get(text);
    if (known !== undefined || text.length > CHARS_MAX || this.places.size >= SHARED_MAX) return known;
    this.places.set(text, this.places.size);
    return this.places.size - 1;
  }

  xml(): string {
    const texts = [...this.places.keys()].map(
      (text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`,
    );
    return (
      `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${texts.length}">` +
      `${texts.join('')}</sst>`
    );
  }
}
