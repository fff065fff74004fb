import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

interface Asked {
  field: FieldNode;
  /** Names of what is asked of it in turn. */
  names: ReadonlySet<string>;
}

/** By the field whose object it is asked of: documents are kept from call to call. */
const known = new WeakMap<FieldNode, Map<string, Asked | null>>();

/**
 * The field of this name that is asked of the object which `info` leads to, its arguments, and names of what
 * is asked of it. Null where there is no such field, several, or one that a directive decides.
 */
export function singleSelection(
  { fieldNodes: [parent, ...others], fragments, returnType, variableValues }: GraphQLResolveInfo,
  name: string,
): (Asked & { args: Record<string, unknown> }) | null {
  const type = getNamedType(returnType);
  if (!parent?.selectionSet || others.length > 0 || !isObjectType(type)) return null;
  const asked = known.get(parent) ?? new Map<string, Asked | null>();
  known.set(parent, asked);
  let one = asked.get(name);
  if (one === undefined) asked.set(name, (one = onlyField(parent.selectionSet, fragments, name)));
  return one && { ...one, args: getArgumentValues(type.getFields()[name]!, one.field, variableValues) };
}

function onlyField(
  selection: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
  name: string,
): Asked | null {
  const [found, ...more] = fieldsIn(selection, fragments).filter(({ field }) => field.name.value === name);
  if (!found || found.isDecided || more.length > 0) return null;
  return {
    field: found.field,
    names: new Set(fieldsIn(found.field.selectionSet!, fragments).map(({ field }) => field.name.value)),
  };
}

/** All fields, those of fragments too, and whether a directive decides about them. */
function fieldsIn(
  { selections }: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
  outside = false,
): { field: FieldNode; isDecided: boolean }[] {
  return selections.flatMap((one) => {
    const isDecided = outside || Boolean(one.directives?.length);
    if (one.kind === Kind.FIELD) return [{ field: one, isDecided }];
    return fieldsIn(
      one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value]!.selectionSet : one.selectionSet,
      fragments,
      isDecided,
    );
  });
}
