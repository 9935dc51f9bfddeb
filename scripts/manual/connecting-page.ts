import { operatorChecklist } from '../../src/gateway/probe/profile-keys';

const START = '<!-- checklist: made from src/gateway/probe/profile-keys.ts; a test compares it -->';
const END = '<!-- end of checklist -->';

/** docs/connecting.md with the questions of today's keys. Throws when the page has no place for them. */
export function connectingPage(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/connecting.md has no place for the checklist.');
  return `${before}${START}\n\n${operatorChecklist()}\n\n${END}${after}`;
}
