import { STATUS, useAnswer, usePane, useUnheard } from '../app/hooks';

/** As {@link useUnheard}, but for a fault of the desk's storage: the platform answers then, and what programs have live is known. */
export function useProgramsUnheard(): ReturnType<typeof useUnheard> {
  const unheard = useUnheard();
  const { cannotWrite } = useAnswer(usePane().client, STATUS).value ?? {};
  return unheard === 'fault' && cannotWrite ? undefined : unheard;
}
