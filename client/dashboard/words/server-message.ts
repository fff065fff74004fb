/** What the server says: a sentence in English, and what it is made of, for other languages. */
export interface ServerMessage {
  readonly message: string;
  readonly code?: string | undefined;
  readonly parameters?: unknown;
}

/** A message that was kept, without its sentence. */
export interface Notice {
  readonly code: string;
  readonly parameters: unknown;
}
