import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/*
 * Older clients send `ready` and `should-not` where GraphQL says `READY` and `SHOULD_NOT`. These are the
 * words that the server itself has, so rows know nothing else.
 */

/** No enum has this word. */
export class UnknownWordError extends Error {
  override name = 'UnknownWordError';
}

/** The variables of an operation with the names of enums in place of words. @throws UnknownWordError */
export function toEnumNames(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const types = variableDefinitions.map(({ variable, type }) => [
    variable.name.value,
    // What is validated has types.
    typeFromAST(schema, type) as GraphQLInputType,
  ]);
  const typeOf = Object.fromEntries(types) as Partial<Record<string, GraphQLInputType>>;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const type = typeOf[name];
      return [name, type ? named(type, value) : value];
    }),
  );
}

function named(given: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const type = getNullableType(given);
  if (isListType(type))
    return Array.isArray(value) ? value.map((one) => named(type.ofType, one)) : named(type.ofType, value);
  if (isEnumType(type)) {
    const found = type.getValues().find((one) => one.value === value);
    if (!found) throw new UnknownWordError(type.name);
    return found.name;
  }
  if (!isInputObjectType(type) || typeof value !== 'object') return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(fields, name) ? named(fields[name]!.type, inner) : inner,
    ]),
  );
}

/** Where an answer has enums: what lies below each key, or the enum that it is. */
export type Enums = ReadonlyMap<string, Enums | GraphQLEnumType>;

/** Where the answer to an operation has enums. */
export function enumsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): Enums {
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((one) => [one.name.value, one]),
  );
  const below = (type: GraphQLNamedType, { selections }: SelectionSetNode): Enums => {
    const found = new Map<string, Enums | GraphQLEnumType>();
    for (const selected of selections) {
      if (selected.kind !== Kind.FIELD) {
        const { typeCondition, selectionSet: inner } =
          selected.kind === Kind.INLINE_FRAGMENT ? selected : fragments.get(selected.name.value)!;
        for (const [key, one] of below(
          typeCondition ? schema.getType(typeCondition.name.value)! : type,
          inner,
        ))
          add(found, key, one);
        continue;
      }
      // `__typename` is no field of its type, and the only one of a union.
      if (selected.name.value === '__typename') continue;
      const of = getNamedType((type as GraphQLObjectType).getFields()[selected.name.value]!.type);
      const key = selected.alias?.value ?? selected.name.value;
      if (isEnumType(of)) add(found, key, of);
      else if (selected.selectionSet) add(found, key, below(of, selected.selectionSet));
    }
    return found;
  };
  return below(schema.getRootType(operation)!, selectionSet);
}

/** A key that several types have answers the same of each: GraphQL allows nothing else. */
function add(found: Map<string, Enums | GraphQLEnumType>, key: string, one: Enums | GraphQLEnumType): void {
  const known = found.get(key);
  if (isEnumType(one) || isEnumType(known)) found.set(key, one);
  else if (known || one.size > 0) found.set(key, known ? merged(known, one) : one);
}

function merged(some: Enums, others: Enums): Enums {
  const all = new Map(some);
  for (const [key, one] of others) add(all, key, one);
  return all;
}

/** An answer with words in place of the names of enums. */
export function toEnumWords(answer: unknown, enums: Enums | GraphQLEnumType): unknown {
  if (answer === null || answer === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((one) => toEnumWords(one, enums));
  if (isEnumType(enums)) return enums.getValue(answer as string)!.value;
  const words = { ...(answer as Record<string, unknown>) };
  for (const [key, inner] of enums) if (key in words) words[key] = toEnumWords(words[key], inner);
  return words;
}
