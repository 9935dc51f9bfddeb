import type { ActionBody } from '../action';
import { factsOf } from './kinds';

/** Whether a person who records it as done must tell its number: a quote that may be live is withdrawn by that alone. */
export const needsNumber = (body: ActionBody): boolean => factsOf(body).leaves === 'quote';
