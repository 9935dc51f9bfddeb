/** What happened so far, for whoever tests against the simulator. */
export class Statistics {
  private calls = 0;
  private refused429 = 0;
  private unauthenticated = 0;
  private stolen = 0;
  private executions = 0;
  private byOperation = new Map<string, number>();
  private byStatus = new Map<string, number>();

  /** A call that counts against the plan, granted or not. */
  called(operation: string): void {
    this.calls += 1;
    this.byOperation.set(operation, (this.byOperation.get(operation) ?? 0) + 1);
  }

  executed(): void {
    this.executions += 1;
  }

  stole(count: number): void {
    this.stolen += count;
  }

  /** How a call ended: its status, or how its connection did. */
  ended(how: number | string): void {
    this.byStatus.set(String(how), (this.byStatus.get(String(how)) ?? 0) + 1);
    if (how === 429) this.refused429 += 1;
    if (how === 401 || how === 403) this.unauthenticated += 1;
  }

  reset(): void {
    this.calls = 0;
    this.refused429 = 0;
    this.unauthenticated = 0;
    this.stolen = 0;
    this.executions = 0;
    this.byOperation.clear();
    this.byStatus.clear();
  }

  get report(): Record<string, unknown> {
    const { calls, refused429, unauthenticated, stolen, executions } = this;
    return {
      ...{ calls, refused429, unauthenticated, stolen, executions },
      byOperation: Object.fromEntries(this.byOperation),
      byStatus: Object.fromEntries(this.byStatus),
    };
  }
}
