/** Whether STRIP says in `why` that marks contradict each other: its next step of that and of nothing else. */
export const isClash = (why: string): string => `ISNUMBER(FIND("Change one of these prices",${why}))`;

/** Whether a contradiction names the mark of this product. `strip`: STRIP's reason for that product by all marks. */
export const isInClash = (product: string, strip: string): string =>
  `LET(why,IFERROR(${strip},""),${isClash('why')}*ISNUMBER(FIND(" "&DESK.PRODUCT(${product},,"name")&" "," "&SUBSTITUTE(why,","," ")&" "))>0)`;
