/** Pronouns, adverbs and prepositions that name no thing. `now`, `today` and enums like `always` pass. */
const particles = new Set(
  (
    'above across almost already always anew anything apart around aside away before behind below beside beyond ' +
    'elsewhere everybody everything here instead meanwhile near never nobody nothing once otherwise she somebody ' +
    'something soon there they those until us we what whatever where whoever whom whose why without you'
  ).split(' '),
);

/** Irregular participles; the regular ones end in -ed. */
const participles = new Set(
  (
    'begun born bought brought caught chosen done drawn found given gone heard held hidden kept known laid ' +
    'left lost made meant met said seen sent shown sold spoken struck stuck taken taught told written'
  ).split(' '),
);

/** Words in -ed and -ing that are nouns or adjectives of their own. */
const nouns = new Set(
  (
    'briefing clipping embed encoding feed finding heading listening loading need padding pricing purchasing rating ' +
    'reading recording respelling ring sealing seed setting speed spelling spring standing string timing tracking ' +
    'voicing warning'
  ).split(' '),
);

/** First words after which a name describes a relation, not a thing or an action. */
const openings = new Set(['because', 'of', 'told', 'until', 'why']);

/** Words that make a participle before them no adjective of a noun: `heardAt`, `keptFrom`. */
const prepositions = new Set(['at', 'by', 'for', 'from', 'in', 'of', 'on', 'so', 'to']);

interface Node {
  type: string;
  loc: { start: { line: number; column: number }; end: { line: number; column: number } };
  [key: string]: unknown;
}

interface Context {
  report(problem: { message: string; loc: Node['loc'] }): void;
}

/** Words of a name in camel case or in capitals, in small letters. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [name]).map((word) => word.toLowerCase());

/** Whether a name doesn't tell what it is: a whole name that is no noun, or such a beginning. */
export function isRiddle(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  if (others.length > 0)
    return openings.has(first) || (participles.has(first) && prepositions.has(others[0]!));
  return particles.has(first) || participles.has(first) || (/(?:ed|ing)$/.test(first) && !nouns.has(first));
}

/** Names that a declaration exports. */
function* exportedBy(declaration: Node): Generator<Node> {
  if (declaration['id']) yield declaration['id'] as Node;
  for (const { id } of (declaration['declarations'] ?? []) as { id: Node }[])
    if (id.type === 'Identifier') yield id;
}

/** Refuses exported names that are only a participle, an adverb, a pronoun or a preposition. */
export const plainNames = {
  create: ({ report }: Context) => ({
    ExportNamedDeclaration({ declaration }: Node) {
      if (!declaration) return;
      for (const { name, loc } of exportedBy(declaration as Node))
        if (isRiddle(name as string))
          report({
            message: `Name what it is or does: “${String(name)}” is neither a noun nor a verb.`,
            loc,
          });
    },
  }),
};
