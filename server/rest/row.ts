/** What a legacy client sent. */
export interface Call {
  /** Of the path, by name. */
  params: Record<string, string>;
  /** Of the query string; the last one where a name comes twice. */
  query: Record<string, string | undefined>;
  /** JSON or a form, read. */
  body: unknown;
}

/** The data of the document's operations that have run, by root field. The documents are validated when the server starts. */
export type Data = Record<string, any>;

/** One call of the compatibility layer: a GraphQL document, what goes into it and what its answer looks like. */
export interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the specification writes it: `/api/projects/{id}`. */
  path: `/${string}`;
  /** What is sent, where it is a file. */
  upload?: {
    /** Base64 in JSON, which is bytes in the call's body (null: it is no base64); or a multipart form, with a `SentFile` there. */
    kind: 'json' | 'form';
    field: string;
    /** Of the file, in bytes. */
    maxBytes: number;
    /** What is said of a larger one. */
    tooLarge: string;
  };
  /**
   * Its operations run one after the other, each only if the one before succeeded. A query whose root field is null answers
   * 404; a mutation that answers anything but its success ends the call with that failure. Of a success `failed` must be selected.
   */
  document: string;
  /** Called before each operation, with the data so far. @throws InputError */
  variables?(call: Call, data: Data): Record<string, unknown>;
  /** Whether the parts of the path belong together (an article to its project); false answers 404. Checked after each query. */
  belongs?(data: Data, call: Call): boolean;
  /** The body of the answer; a row without it answers 204. */
  reply?(data: Data, call: Call): unknown;
  /** The body of a failure, where it differs from other calls'. */
  fail?(failure: Failure): unknown;
}

/** Why a call failed, as GraphQL says it. */
export interface Failure {
  type: string;
  message: string;
  fieldErrors: { field: string; message: string }[];
}

/** To be selected of every mutation's result. */
export const failed = `__typename ... on Error { message } ... on ValidationError { fieldErrors { field message } }`;
