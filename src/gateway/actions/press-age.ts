import type { ActionRequest } from '../../contract/desk/http';
import { onlyProtects } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { leftTooLate } from '../service/service-failure';

/** What arrives later than this after its press is not sent: a cut line kept it, and the page has given up waiting. */
const PRESS_AGE_MS_MAX = 30_000;

/** Why a press is too old to be taken at `now` (epoch ms); what takes risk away never is. */
export const arrivedTooLate = ({ body, pressedAt }: ActionRequest, now: number): Failure | undefined =>
  pressedAt !== undefined && now - pressedAt > PRESS_AGE_MS_MAX && !onlyProtects(body)
    ? leftTooLate
    : undefined;
