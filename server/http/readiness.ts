/**
 * Whether this process wants requests: why not while it starts, while it ends and when it is outdated, for
 * whoever sends them.
 */
export class Readiness {
  /** Null: it does. */
  reason: string | null = 'Parlance is starting.';
  /** What is new is refused; what is under way ends. */
  ending = false;

  ready(): void {
    if (!this.ending) this.reason = null;
  }

  end(why = 'Parlance is stopping.'): void {
    this.reason = why;
    this.ending = true;
  }
}
