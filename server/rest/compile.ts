import {
  execute,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { inputProblem } from '../lib/requests/input-bounds.ts';
import { enumsIn, UnknownWordError, toEnumNames, toEnumWords, type Enums } from './enum-words.ts';
import { InputError } from './request-input.ts';
import type { Call, Data, Failure, Row } from './row.ts';
import { declaredStatus } from './status.ts';

/** A row's document does not fit the schema; the server does not start. */
export class RowError extends Error {
  override name = 'RowError';
}

/** Failed call, with the reason for the client. */
export class CallError extends Error {
  override name = 'CallError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

interface Operation {
  name: string;
  isMutation: boolean;
  definition: OperationDefinitionNode;
  /** Where its answer has words in place of names. */
  enums: Enums;
}

/** Runs a row's document; the data of all its operations. @throws CallError, InputError */
export type Run = (call: Call, context: object) => Promise<Data>;

/** Parses and validates a row's document, once. @throws RowError */
export function compile(row: Row, schema: GraphQLSchema): Run {
  const document = parse(row.document, { noLocation: true });
  const errors = validate(schema, document);
  if (errors.length)
    throw new RowError(`${row.method} ${row.path}: ${errors.map((error) => error.message).join(' ')}`);
  const operations = operationsOf(schema, document);
  return async (call, context) => {
    const data: Data = {};
    for (const operation of operations) {
      const variableValues = variablesOf(row, call, data);
      // A form's field may be JSON.
      refuseTooMuch(variableValues);
      const result = (await execute({
        schema,
        document,
        operationName: operation.name,
        variableValues: namesOf(schema, operation, variableValues),
        // What loaders remember for one operation may be stale after it.
        contextValue: { ...context, wholeLists: true },
      })) as ExecutionResult<Data>;
      // Nothing has run: the input does not match the variables.
      if (result.data === undefined) throw unfit();
      if (result.errors?.[0]) throw new CallError(failureOf(schema, result.errors[0]));
      const answered = toEnumWords(result.data, operation.enums) as Data;
      check(schema, answered);
      Object.assign(data, answered);
      if (!operation.isMutation && row.belongs && !row.belongs(data, call)) throw notFound();
    }
    return data;
  };
}

/** @throws CallError if the request contains more than any client needs */
export function refuseTooMuch(sent: unknown): void {
  const message = inputProblem(sent);
  if (message !== null) throw new CallError({ type: 'LimitReachedError', message, fieldErrors: [] });
}

function operationsOf(schema: GraphQLSchema, document: DocumentNode): Operation[] {
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((definition) => ({
      name: definition.name!.value,
      isMutation: definition.operation === OperationTypeNode.MUTATION,
      definition,
      enums: enumsIn(schema, document, definition),
    }));
}

/** @throws CallError if a word is not a value of its enum */
function namesOf(
  schema: GraphQLSchema,
  { definition }: Operation,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  try {
    return toEnumNames(schema, definition, variables);
  } catch (error) {
    throw error instanceof UnknownWordError ? unfit() : error;
  }
}

function variablesOf(row: Row, call: Call, data: Data): Record<string, unknown> {
  try {
    return row.variables?.(call, data) ?? {};
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new CallError({ type: 'ValidationError', message: error.message, fieldErrors: error.fieldErrors });
  }
}

/** A member of a field's result, with what `Failed` selects; another field's value has no type. */
type Result = { __typename?: string } & Partial<Omit<Failure, 'type'>>;

function check(schema: GraphQLSchema, data: Data): void {
  for (const value of Object.values(data)) {
    if (value === null) throw notFound();
    const { __typename: type, message = '', fieldErrors = [] } = value as Result;
    if (type !== undefined && declaredStatus(schema, type) !== undefined)
      throw new CallError({ type, message, fieldErrors });
  }
}

/** A failure that the caller can mend, wherever in the document it happened. @throws any other error */
function failureOf(schema: GraphQLSchema, located: GraphQLError): Failure {
  const error = located.originalError;
  if (!error || declaredStatus(schema, error.name) === undefined) throw error ?? located;
  return {
    type: error.name,
    message: error.message,
    fieldErrors: (error as Partial<Failure>).fieldErrors ?? [],
  };
}

const unfit = (): CallError =>
  new CallError({
    type: 'ValidationError',
    message: 'Something that was sent is not of the kind that it has to be.',
    fieldErrors: [],
  });

export const notFound = (): CallError =>
  new CallError({ type: 'NotFoundError', message: 'This does not exist.', fieldErrors: [] });
