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
  /** Names of its selected fields. */
  names: ReadonlySet<string>;
}

/** Cached by the parent field: documents are reused between calls. */
const known = new WeakMap<FieldNode, Map<string, Asked | null>>();

/**
 * Returns the field of this name selected on the object that `info` leads to, with its arguments and the
 * names of its selected fields. Null if there is no such field, several, or one with a directive.
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
