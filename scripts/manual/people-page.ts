import { whatNeeds } from '../../src/contract/desk/permissions';
import { ROLES } from '../../src/domain/person';
import { may, PERMISSION_WORDS, PERMISSIONS, type Permission } from '../../src/domain/policy/permission';

const START = '<!-- permissions: made from src/contract/desk/permissions.ts; a test compares it -->';
const END = '<!-- end of permissions -->';

/** docs/people.md with who may do what today. Throws when the page has no place for it. */
export function peoplePage(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/people.md has no place for the table of permissions.');
  return `${before}${START}\n\n${permissionTable()}\n\n${END}${after}`;
}

function permissionTable(): string {
  const rows = PERMISSIONS.map((permission) =>
    row([
      PERMISSION_WORDS[permission],
      ...ROLES.map((role) => (may([role], permission) ? 'yes' : '')),
      listed(permission),
    ]),
  );
  const head = ['', ...ROLES, 'Routes, messages of the socket and kinds of action'];
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

/** What follows something of its own kind, such as a route of the same method, leaves the kind out. */
const listed = (permission: Permission): string => {
  const kindOf = (one: string | undefined): string => one?.split(' ').slice(0, -1).join(' ') ?? '';
  return whatNeeds(permission)
    .map((one, index, all) =>
      kindOf(one) === kindOf(all[index - 1]) ? one.split(' ').slice(-1).join(' ') : one,
    )
    .map((one) => `\`${one}\``)
    .join(', ');
};
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
