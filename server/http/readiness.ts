/** Whether this process accepts requests, and why not while it starts, stops or is outdated. */
export class Readiness {
  /** What `/readyz` answers; null: the process accepts requests. */
  reason: string | null = 'Parlance is starting.';
  /** Whether new requests get a 503: a newer release has changed the schema. */
  ending = false;
  /** Whether the listener is closed or about to be; requests on open connections are still answered. */
  stopping = false;

  ready(): void {
    if (!this.ending && !this.stopping) this.reason = null;
  }

  /** Refuses what is new, because this process no longer understands the database. */
  end(why: string): void {
    this.reason = why;
    this.ending = true;
  }

  stop(): void {
    if (!this.ending) this.reason = 'Parlance is stopping.';
    this.stopping = true;
  }
}
