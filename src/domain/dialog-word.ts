// What the last page of a sign-in is told in its address, behind the #, and tells the pane.

/** Why there is no ticket. */
export type DialogProblem = 'over' | 'refused' | 'down';

/** The page, below the folder of the page that asked. */
export const DIALOG_PAGE = 'dialog.html';

/** What comes behind the #, and goes to the pane as it is. */
export const dialogWord = (
  result: { readonly ticket: string } | { readonly problem: DialogProblem },
): string => ('ticket' in result ? `ticket=${result.ticket}` : `problem=${result.problem}`);

export const DIALOG_PROBLEMS: Readonly<Record<DialogProblem, string>> = {
  over: 'This sign-in is over, or was not begun in this Excel. Press Sign in there again.',
  refused:
    'The provider did not confirm this sign-in. Press Sign in again; if it persists, tell the people who run the gateway.',
  down: 'The provider did not answer the gateway. People who are signed in stay so; try again in a minute.',
};

export interface DialogResult {
  readonly ticket?: string;
  /** What is wrong, as a sentence. */
  readonly problem?: string;
}

/** Nothing of what an address says is shown as it is: anybody can make one. */
export function readDialogWord(word: string): DialogResult {
  const [kind, value = ''] = word.replace(/^#/, '').split('=');
  if (kind === 'ticket' && /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(value)) return { ticket: value };
  const problem = Object.entries(DIALOG_PROBLEMS).find(([known]) => kind === 'problem' && known === value);
  return { problem: problem?.[1] ?? DIALOG_PROBLEMS.over };
}
