import type { ReactNode } from 'react';
import { may, whyNot, type Permission } from '../../domain/policy/permission';
import { useSharedStyles } from '../ui/styles';
import { STATUS, useAnswer, usePane } from './hooks';

/** Why the person of this page may not do this; `undefined` where they may, or where the gateway tells nobody's roles. */
export function useWhyNot(permission: Permission): string | undefined {
  const roles = useAnswer(usePane().client, STATUS).value?.person?.roles;
  return roles && !may(roles, permission) ? whyNot(roles, permission) : undefined;
}

interface OnlyProps {
  readonly permission: Permission;
  /** Without the sentence: it stands nearby already. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** What this person may do; in the place of what they may not, one sentence says who may. */
export function Only({ permission, quiet = false, children }: OnlyProps) {
  const shared = useSharedStyles();
  const why = useWhyNot(permission);
  if (why === undefined) return children;
  return quiet ? null : <p className={shared.text}>{why}</p>;
}
