import { texts, type Documents } from './generated/documents.ts';

/** A GraphQL document whose data and variables are known to the type checker. */
export interface TypedDocument<Data, Variables> {
  /** With the fragments that it spreads. */
  text: string;
  /** Never there: it carries the types. */
  types?: (variables: Variables) => Data;
}

/**
 * A row's document, or a fragment for several. It is typed by `npm run generate`, which finds it by this
 * call; it holds no interpolations.
 */
export const graphql = <Source extends keyof Documents>(source: Source): Documents[Source] =>
  ({ text: texts[source] }) as Documents[Source];

/**
 * What is left of an operation's data once failures have ended the call: a mutation's success, and no root
 * field that is null.
 */
export type SuccessData<Data> = {
  [Field in keyof Data]: NonNullable<Data[Field]> extends infer Value
    ? Value extends { __typename: infer Name }
      ? Name extends `${string}Success`
        ? Value
        : never
      : Value
    : never;
};
