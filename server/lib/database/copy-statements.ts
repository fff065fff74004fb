import type pg from 'pg';

/** Members of pg's connection that its types omit. */
interface CopyConnection {
  stream: { cork(): void; uncork(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
}

/** A COPY statement for pg's queue. After an error its connection has to be closed. */
class CopyStatement {
  readonly received: Buffer[] = [];
  readonly done: Promise<void>;
  readonly #text: string;
  readonly #chunks: readonly Uint8Array[] | null;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(text: string, chunks: readonly Uint8Array[] | null) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#text = text;
    this.#chunks = chunks;
  }

  submit(connection: unknown): void {
    const { stream } = connection as CopyConnection;
    // In one write, because the embedded database cannot wait for the rows in the middle of a statement.
    stream.cork();
    (connection as CopyConnection).query(this.#text);
    for (const chunk of this.#chunks ?? []) (connection as CopyConnection).sendCopyFromChunk(chunk);
    if (this.#chunks) (connection as CopyConnection).endCopyFrom();
    stream.uncork();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy, because pg's parser uses its buffer again.
    this.received.push(Buffer.from(chunk));
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** pg's types ask for parts of its own statements that its client does not use. */
const submit = (client: pg.ClientBase, statement: CopyStatement): void =>
  void client.query(statement as unknown as pg.Submittable);

/**
 * Runs `COPY … TO STDOUT`.
 * @returns rows in PostgreSQL's text format, one a buffer; all of them are in memory
 */
export async function copyOut(client: pg.ClientBase, text: string): Promise<Buffer[]> {
  const statement = new CopyStatement(text, null);
  submit(client, statement);
  await statement.done;
  return statement.received;
}

/**
 * Runs `COPY … FROM STDIN` with whole rows in PostgreSQL's text format. Close the connection if it throws.
 */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  chunks: readonly Uint8Array[],
): Promise<void> {
  const statement = new CopyStatement(text, chunks);
  submit(client, statement);
  await statement.done;
}
