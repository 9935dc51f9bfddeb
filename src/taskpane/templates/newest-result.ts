/** A sheet that is kept for months has a line for each request that it sent something on; those beyond are not looked through. */
const LINES_MAX = 5_000;

/**
 * What Bulk wrote last about this request, wherever its line stands: rows are sorted, and move up when a request is over. `first` and `last`: the columns
 * under KEYED_HEADINGS. `told`: what is said of its newest line. Nothing where there is none.
 */
export function newestResult(
  id: string,
  { first, last, row }: { readonly first: string; readonly last: string; readonly row: number },
  told: (line: string) => string,
): string {
  const end = row + LINES_MAX;
  const about = `$${last}$${row}:$${last}$${end}=${id}`;
  const lines = `SORT(FILTER($${first}$${row}:$${last}$${end},${about}),4,-1)`;
  return `IF(${id}="","",IFERROR(LET(line,${lines},${told('line')}),""))`;
}
