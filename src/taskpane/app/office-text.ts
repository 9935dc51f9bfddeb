import type { Office } from './office';

const SENTENCES: Record<Office['kind'], string> = {
  waiting: '',
  excel: '',
  browser: '',
  slow: 'Excel has not answered yet. Requests and trading work; the sheet follows as soon as Excel answers.',
  missing:
    "Excel's library could not be loaded (office.js): cells stand still, and nothing can be put into the sheet. Requests and trading work. Check the network, then open the pane again; an administrator can serve it from the gateway (DESK_OFFICE_JS).",
};

/** What to tell a person about it; empty when all is well. */
export const officeInWords = ({ kind }: Office): string => SENTENCES[kind];
