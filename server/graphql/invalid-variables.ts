import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';

/** Maximum number of errors reported per operation. */
const errorsMax = 10;
/** Characters of what a sender calls a field. */
const namesMax = 200;

/**
 * What of an operation's variables is not what it declares. GraphQL's own executor would report them with
 * the value, which may be a file, a password, or megabytes of text: these errors name the place and the
 * type.
 */
export function invalidVariables({
  schema,
  document,
  operationName,
  variableValues,
}: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  /** An object, or nothing, and within `inputMax`. */
  variableValues?: unknown;
}): GraphQLError[] {
  const given = (variableValues ?? {}) as Record<string, unknown>;
  const errors: GraphQLError[] = [];
  for (const definition of getOperationAST(document, operationName)?.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    // What is no type of an input was refused when the document was validated.
    if (!isInputType(type)) continue;
    const tell = (path: readonly (string | number)[], problem: string): void => {
      const place = [name, ...path].join('.').slice(0, namesMax);
      if (errors.length < errorsMax)
        errors.push(
          new GraphQLError(`The variable "$${place}" is invalid: ${problem}`, {
            nodes: definition,
            extensions: { code: 'BAD_USER_INPUT' },
          }),
        );
    };
    if (!Object.hasOwn(given, name)) {
      if (isNonNullType(type) && !definition.defaultValue) tell([], `"${String(type)}" is required.`);
      continue;
    }
    coerceInputValue(given[name], type, (path, _value, error) =>
      tell(path, problemAt(typeAt(type, path), error)),
    );
  }
  return errors;
}

/** Returns GraphQL's message, unless it repeats the value, as for its own scalars and enums. */
function problemAt(type: GraphQLInputType, { message }: GraphQLError): string {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name);
    return `expected one of "${named.name}": ${names.join(', ')}.`;
  }
  return isSpecifiedScalarType(named)
    ? `expected a value of type "${String(type)}".`
    : message.slice(0, namesMax);
}

/** The type of what lies at a path, whose steps are indexes of lists and names of fields. */
function typeAt(type: GraphQLInputType, [step, ...rest]: readonly (string | number)[]): GraphQLInputType {
  if (step === undefined) return type;
  const bare = getNullableType(type);
  if (isListType(bare)) return typeAt(bare.ofType, typeof step === 'number' ? rest : [step, ...rest]);
  const field = isInputObjectType(bare) ? bare.getFields()[step] : undefined;
  return field ? typeAt(field.type, rest) : bare;
}
