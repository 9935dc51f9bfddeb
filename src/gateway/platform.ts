import type { Quota } from '../domain/desk-status';
import type { Failure, Outcome } from '../domain/failure';
import type { Reading } from './service/breaker';
import type { Service } from './service/service';

export interface PlatformStatus {
  readonly signedIn: boolean;
  /** Epoch ms. */
  readonly tokenEndsAt?: number;
  /** Why the desk is not signed in, or why the service cannot be reached just now. */
  readonly failure?: Failure;
}

/** The platform as the desk is connected to it: its operations, the session under which they run, what calls are left. */
export interface Platform {
  readonly service: Service;
  readonly status: PlatformStatus;
  /** Whether the service is asked at all just now. */
  readonly reading: Reading;
  /** Calling the answer ends it; twice is harmless. */
  onStatusChanged(listener: () => void): () => void;
  quota(): Quota;
  /** Signs in with what the settings say. */
  signIn(): Promise<Outcome<unknown>>;
}
