import type { SuccessData, TypedDocument } from './document.ts';

/** What a legacy client sent; `Name`s are those of the path's parts. */
export interface Call<Name extends string = string> {
  /** Of the path, by name. */
  params: Record<Name, string>;
  /** Of the query string; the last one where a name comes twice. */
  query: Record<string, string | undefined>;
  /** JSON or a form, read. */
  body: unknown;
}

/** The data of a document's operations that have run, by root field. */
export type Data = Record<string, unknown>;

/** `/api/projects/{id}` names `id`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

interface RowOf<Path extends `/${string}`, Answered, Variables> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the specification writes it: `/api/projects/{id}`. */
  path: Path;
  /** Description, if it differs from that of the GraphQL field of the operation's name. */
  description?: string;
  /** What is sent, where it is a file. */
  upload?: {
    /**
     * Base64 in JSON, which is bytes in the call's body (null: it is no base64); or a multipart form, with a
     * `UploadedFile` there.
     */
    kind: 'json' | 'form';
    field: string;
    /** Of the file, in bytes. */
    maxBytes: number;
    /** Message for a larger file. */
    tooLarge: string;
  };
  /** Called before each operation, with the data so far. @throws InputError */
  variables?(call: Call<NamesIn<Path>>, data: Partial<Answered>): Variables;
  /**
   * Whether the parts of the path belong together (an article to its project); false answers 404. Checked
   * after each query.
   */
  belongs?(data: Partial<Answered>, call: Call<NamesIn<Path>>): boolean;
  /**
   * What its answer is, where that is a file: its media type, and its name. With `sometimes` a name of null
   * means that this response is not a file.
   */
  file?: { type: string; sometimes?: true; name(data: Answered): string | null };
  /** The body of the answer; a row without it answers 204. */
  reply?(data: Answered, call: Call<NamesIn<Path>>): unknown;
  /** The HTTP status of what a person can mend, where clients read success from the status; 200 elsewhere. */
  failStatus?: 422;
  /** The body of a failure, where it differs from other calls'. */
  fail?(failure: Failure): unknown;
}

/**
 * One call of the compatibility layer: a GraphQL document, what goes into it and what its answer looks like.
 */
export interface Row extends RowOf<`/${string}`, Data, Data> {
  /**
   * Its operations run one after the other, each only if the one before succeeded. A query whose root field
   * is null answers 404; a mutation that answers anything but its success ends the call with that failure, so
   * it selects `__typename ...Failed`.
   */
  document: string;
}

/** A document without variables needs none. */
type Needed<Variables> = {} extends Variables ? unknown : { variables: unknown };

/**
 * A row, checked against the types of its document: what its variables must be, and what its reply is given.
 */
export function row<const Path extends `/${string}`, Answered, Variables>({
  document,
  ...rest
}: RowOf<Path, SuccessData<Answered>, Variables> &
  Needed<Variables> & { document: TypedDocument<Answered, Variables> }): Row {
  return { ...(rest as unknown as Omit<Row, 'document'>), document: document.text };
}

/** Why a call failed, as GraphQL says it. */
export interface Failure {
  type: string;
  message: string;
  fieldErrors: { field: string; message: string }[];
}
