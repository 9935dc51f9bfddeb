import { failed, type Failure, type Outcome } from '../../domain/failure';

/** One piece of work in Excel; what Excel refuses comes back as a sentence. */
export async function guarded<T>(
  run: (context: Excel.RequestContext) => Promise<Outcome<T>>,
  next?: string,
  options?: Excel.RunOptions,
): Promise<Outcome<T>> {
  try {
    return await (options ? Excel.run(options, run) : Excel.run(run));
  } catch (error) {
    return failed(refusal(error, next));
  }
}

export function refusal(error: unknown, next = NEXT): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: 'unavailable',
    message: `Excel refused (${reason.replace(/\.$/, '')}).`,
    next,
  };
}

const NEXT = 'Finish editing the cell or unprotect the sheet, then press again.';
