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
      actionsOf(permission),
    ]),
  );
  const head = ['', ...ROLES, 'Actions'];
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

/** The kinds of action among what a permission is for: routes and messages are for those who read the code. */
const actionsOf = (permission: Permission): string =>
  whatNeeds(permission)
    .filter((one) => !/^(socket:|GET|POST|PUT) /.test(one))
    .map((one) => `\`${one}\``)
    .join(', ');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
