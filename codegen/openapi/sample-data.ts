import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type DocumentNode,
  type GraphQLAbstractType,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** A field of the schema that a leaf of an answer was recognized as. */
export interface Origin {
  type: string;
  field: GraphQLField<unknown, unknown>;
}

/** What a document may answer, made up, and where each value of it comes from. */
export interface Sample {
  data: Record<string, unknown>;
  /** By value; texts and numbers are each there once. */
  origins: ReadonlyMap<unknown, Origin>;
  /** By name, for values that tell nothing of themselves, such as true. */
  named: ReadonlyMap<string, readonly Origin[]>;
}

/**
 * Makes up what the operations of a document answer when they succeed: one item in each list, the success of
 * each mutation.
 * @param scarce whether what may be null is null
 */
export function sampleOf(document: DocumentNode, schema: GraphQLSchema, scarce = false): Sample {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const made = new Maker(schema, fragments, scarce);
  const data: Record<string, unknown> = {};
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    Object.assign(
      data,
      made.object(schema.getRootType(definition.operation)!, definition.selectionSet, true),
    );
  }
  return { data, origins: made.origins, named: made.named };
}

class Maker {
  readonly origins = new Map<unknown, Origin>();
  readonly named = new Map<string, Origin[]>();
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #scarce: boolean;
  #number = 7_000_000;

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    scarce: boolean,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#scarce = scarce;
  }

  object(type: GraphQLObjectType, selection: SelectionSetNode, isRoot = false): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const selected of selection.selections) {
      if (selected.kind === Kind.FIELD) {
        const name = selected.name.value;
        if (name === '__typename') {
          made['__typename'] = type.name;
          continue;
        }
        const field = type.getFields()[name]!;
        const key = selected.alias?.value ?? name;
        // A root field that is null has ended the call.
        made[key] = this.#value(
          isRoot ? getNullableType(field.type) : field.type,
          selected.selectionSet,
          { type: type.name, field },
          isRoot,
        );
        continue;
      }
      const { typeCondition, selectionSet } =
        selected.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selected.name.value)! : selected;
      const of = typeCondition ? this.#schema.getType(typeCondition.name.value) : type;
      if (of && this.#covers(of, type)) Object.assign(made, this.object(type, selectionSet));
    }
    return made;
  }

  #covers(condition: GraphQLNamedType, type: GraphQLObjectType): boolean {
    return condition === type || (isAbstractType(condition) && this.#schema.isSubType(condition, type));
  }

  #value(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    origin: Origin,
    present = false,
  ): unknown {
    // What is null in the elements of a list shows in one that is there.
    const isPage = getNamedType(type).name.endsWith('Connection');
    if (this.#scarce && !present && !isPage && !isNonNullType(type)) return null;
    const given = getNullableType(type);
    if (isListType(given)) return [this.#value(given.ofType as GraphQLOutputType, selection, origin, true)];
    const named = getNamedType(given);
    if (isObjectType(named)) return this.object(named, selection!);
    if (isAbstractType(named)) {
      const success = this.#success(named);
      return success ? this.object(success, selection!) : {};
    }
    const name = origin.field.name;
    this.named.set(name, [...(this.named.get(name) ?? []), origin]);
    if (isEnumType(named)) return named.getValues()[0]!.value;
    if (!isScalarType(named))
      throw new Error(`${origin.type}.${name}: there is no sample of ${String(named)}`);
    const leaf = this.#leaf(named.name, `${origin.type}.${name}`);
    if (typeof leaf === 'number' || typeof leaf === 'object' || leaf === `${origin.type}.${name}`)
      this.origins.set(leaf, origin);
    return leaf;
  }

  /** Of a mutation's result the success; none of what has one type or another. */
  #success(type: GraphQLAbstractType): GraphQLObjectType | undefined {
    return this.#schema.getPossibleTypes(type).find(({ name }) => name.endsWith('Success'));
  }

  #leaf(scalar: string, place: string): unknown {
    if (scalar === 'Int' || scalar === 'Float') return (this.#number += 1);
    if (scalar === 'Boolean') return true;
    if (scalar === 'DateTime') return '2026-01-02T03:04:05.678Z';
    if (scalar === 'Date') return '2026-01-02';
    // Any other scalar may be anything.
    return ['String', 'ID', 'URL'].includes(scalar) ? place : {};
  }
}
