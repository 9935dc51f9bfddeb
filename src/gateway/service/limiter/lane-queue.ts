/**
 * First in, first out, with a limit, and with a way out of the middle. A set keeps the order of entry and lets go of
 * any member at the same small cost.
 */
export class LaneQueue<Job> {
  private readonly jobs = new Set<Job>();

  constructor(private readonly jobsMax: number) {}

  get size(): number {
    return this.jobs.size;
  }

  get first(): Job | undefined {
    for (const job of this.jobs) return job;
    return undefined;
  }

  /** Whether there was room. */
  add(job: Job): boolean {
    if (this.jobs.size >= this.jobsMax) return false;
    this.jobs.add(job);
    return true;
  }

  /** Whether it was there. */
  remove(job: Job): boolean {
    return this.jobs.delete(job);
  }

  /** Empties the queue. */
  takeAll(): readonly Job[] {
    const jobs = [...this.jobs];
    this.jobs.clear();
    return jobs;
  }
}
