import { queryAllByRole } from '@testing-library/dom';
import type { Find, Step, Text } from './webkit-page';

const written = (text: string): string => text.replace(/\s+/g, ' ').trim();
function matches(found: string, wanted: Text): boolean {
  const text = written(found);
  if (wanted.pattern !== undefined) return new RegExp(wanted.pattern, wanted.flags).test(text);
  return wanted.exact ? text === wanted.text : text.toLowerCase().includes(wanted.text.toLowerCase());
}

function below(root: ParentNode, step: Exclude<Step, { by: 'place' | 'or' | 'and' }>): Element[] {
  const all = [...root.querySelectorAll('*')];
  switch (step.by) {
    case 'role': {
      const { name } = step;
      const top = root instanceof Document ? root.body : (root as HTMLElement);
      return queryAllByRole(top, step.role, name ? { name: (found) => matches(found, name) } : {});
    }
    case 'text': {
      const says = (one: Element): boolean =>
        !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(one.tagName) && matches(one.textContent, step.text);
      return all.filter((one) => says(one) && ![...one.children].some(says));
    }
    case 'label':
      return all.filter(
        (one) =>
          matches(one.getAttribute('aria-label') ?? '', step.text) ||
          [...((one as HTMLInputElement).labels ?? [])].some((label) =>
            matches(label.textContent, step.text),
          ),
      );
    case 'css':
      return [...root.querySelectorAll(step.selector)];
    case 'xpath': {
      const found = document.evaluate(step.path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element);
    }
  }
}

const inOrder = (one: Element, next: Element): number =>
  one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

function next(found: ParentNode[], step: Step): ParentNode[] {
  switch (step.by) {
    case 'place':
      return found.slice(step.at, step.at === -1 ? undefined : step.at + 1);
    case 'or':
      return [...new Set([...(found as Element[]), ...find(step.steps)])].sort(inOrder);
    case 'and': {
      const also = new Set<ParentNode>(find(step.steps));
      return found.filter((one) => also.has(one));
    }
    default:
      return [...new Set(found.flatMap((root) => below(root, step)))];
  }
}

/** Runs in the page: what Playwright's words for finding something find there. */
const find: Find = (steps) => steps.reduce<ParentNode[]>(next, [document]) as Element[];
window.findForTests = find;
