/** Whether this process wants requests: why not while it starts and while it ends, for whoever sends them. */
export class Readiness {
  /** Null: it does. */
  reason: string | null = 'Parlance is starting.';
  /** What is new is refused; what is under way ends. */
  ending = false;

  ready(): void {
    if (!this.ending) this.reason = null;
  }

  end(): void {
    this.reason = 'Parlance is stopping.';
    this.ending = true;
  }
}
