import {
  INTERFACE_ROUTES,
  type InterfaceCheckAnswer,
  type InterfaceReport,
} from '../contract/desk/interface-check';
import type { Failure, Outcome } from '../domain/failure';
import { call, type Gateway } from './http';

const READ_DEADLINE_MS = 10_000;
/** Each of its calls waits for its turn at the platform, behind everything that trades. */
const CHECK_DEADLINE_MS = 180_000;

const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not say what is known of the interface.',
  next: 'Check that the gateway runs, then try again.',
};
const NOT_CHECKED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer in time.',
  next: 'It may still be checking: look here again in a minute.',
};

/** What the last check of the interface found, and how many calls one costs at most. It costs no call. */
export const interfaceReport = (gateway: Gateway): Promise<Outcome<InterfaceCheckAnswer>> =>
  call(gateway, INTERFACE_ROUTES.read, { deadlineMs: READ_DEADLINE_MS, unanswered: NOT_READ });

/** Reads the platform by the service profile and tells what of it holds. */
export const checkInterface = (gateway: Gateway): Promise<Outcome<InterfaceReport>> =>
  call(gateway, INTERFACE_ROUTES.check, { deadlineMs: CHECK_DEADLINE_MS, unanswered: NOT_CHECKED });
