import { xmlText } from './xml-text';

const FIRST_OWN_FORMAT = 164;
const FIXED = [
  { format: 'General', font: 0, fill: 0 },
  { format: 'General', font: 1, fill: 3 },
  { format: '@', font: 0, fill: 0 },
  { format: '0.00######', font: 0, fill: 0 },
  { format: 'yyyy-mm-dd', font: 0, fill: 0 },
  { format: 'yyyy-mm-dd hh:mm:ss.000', font: 0, fill: 0 },
  { format: '@', font: 0, fill: 2 },
  { format: '0', font: 0, fill: 0 },
  { format: '#,##0.00######', font: 0, fill: 0 },
  { format: '#,##0', font: 0, fill: 0 },
] as const;

/** Places in the list of styles. `noted` marks what a note on the last sheet is about. */
export const STYLE = {
  plain: 0,
  header: 1,
  text: 2,
  decimal: 3,
  day: 4,
  utc: 5,
  noted: 6,
  whole: 7,
  sum: 8,
  wholeSum: 9,
} as const;

/** The styles of one workbook. Local times get one for each offset, which their format shows. */
export class Styles {
  private readonly offsets: string[] = [];

  local(offset: string): number {
    const known = this.offsets.indexOf(offset);
    return FIXED.length + (known >= 0 ? known : this.offsets.push(offset) - 1);
  }

  xml(): string {
    const all = [
      ...FIXED,
      ...this.offsets.map((offset) => ({
        format: `yyyy-mm-dd hh:mm:ss.000"${offset}"`,
        font: 0,
        fill: 0,
      })),
    ];
    const formats = all.map(
      ({ format }, index) =>
        `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${xmlText(format)}"/>`,
    );
    const styles = all.map(
      ({ font, fill }, index) =>
        `<xf numFmtId="${FIRST_OWN_FORMAT + index}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" ` +
        'applyNumberFormat="1" applyFont="1" applyFill="1"' +
        (index === STYLE.header
          ? ' applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>'
          : '/>'),
    );
    return (
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
      `<fonts count="2">${FONT('')}${FONT('<b/>')}</fonts>` +
      // The first two fills are Excel's own, whatever stands there.
      '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
      '<fill><patternFill patternType="solid"><fgColor rgb="FFFFF2CC"/></patternFill></fill>' +
      '<fill><patternFill patternType="solid"><fgColor rgb="FFE3EEEA"/></patternFill></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

const FONT = (face: string): string =>
  `<font>${face}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
