import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidationContext,
} from 'graphql';

/** What an operation asks for, with its fragments counted wherever they are spread. */
export interface OperationSize {
  /** Levels of fields; fragments add none, and neither does introspection. */
  depth: number;
  /** Fields with an alias, except `__typename`. */
  aliases: number;
  directives: number;
}

const titles: Record<keyof OperationSize, string> = {
  depth: 'levels of depth',
  aliases: 'aliases',
  directives: 'directives',
};

/**
 * Returns a validation rule that refuses operations above these limits.
 * @throws GraphQLError from the rule, which ends the validation: other rules would take long for them
 */
export const limitOperationSize =
  (limits: OperationSize) =>
  (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation) {
      const size = measureOperation(operation, (name) => context.getFragment(name));
      for (const name of Object.keys(titles) as (keyof OperationSize)[])
        if (size[name] > limits[name])
          throw new GraphQLError(
            `The operation has ${size[name]} ${titles[name]}, of at most ${limits[name]}.`,
            { nodes: operation },
          );
    },
  });

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

/** Measures an operation. Each fragment is measured once, so that a few of them cannot take long. */
function measureOperation(operation: OperationDefinitionNode, fragmentOf: FragmentOf): OperationSize {
  const fragments = new Map<string, OperationSize>();

  function measureFragment(name: string): OperationSize {
    const known = fragments.get(name);
    if (known) return known;
    // Zero while it is measured: another rule refuses fragments that lead back to themselves.
    fragments.set(name, { depth: 0, aliases: 0, directives: 0 });
    const fragment = fragmentOf(name);
    const size = fragment ? measure(fragment) : fragments.get(name)!;
    fragments.set(name, size);
    return size;
  }

  function measure(node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode): OperationSize {
    const size = { depth: 0, aliases: 0, directives: node.directives?.length ?? 0 };
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const { depth, aliases, directives } = measureFragment(node.name.value);
      return { depth, aliases, directives: size.directives + directives };
    }
    for (const child of node.selectionSet?.selections ?? []) {
      const { depth, aliases, directives } = measure(child);
      size.depth = Math.max(size.depth, depth);
      size.aliases += aliases;
      size.directives += directives;
    }
    if (node.kind === Kind.FIELD) {
      size.depth = node.name.value === '__schema' ? 0 : size.depth + 1;
      if (node.alias && node.name.value !== '__typename') size.aliases++;
    }
    return size;
  }

  return measure(operation);
}
