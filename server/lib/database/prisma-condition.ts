import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';

interface Field {
  name: string;
  type: string;
  kind: string;
  isList: boolean;
  relationName?: string;
  relationFromFields?: readonly string[];
}

const { models } = getDatamodel().datamodel as { models: Record<string, { fields: readonly Field[] }> };

/**
 * Converts a Prisma condition to a part of a handwritten statement, so that access rules are defined once for
 * both. Supports values, null, AND, OR, and relations by `some` or by conditions on the row.
 * @param alias of the table in the statement
 * @param value turns a value into a parameter
 * @throws Error for anything else, so that no condition is ignored
 */
export function conditionOf(
  model: string,
  alias: string,
  where: object,
  value: (given: unknown) => RawBuilder<unknown> = (given) => sql`${given}`,
  depth = 1,
): Expression<SqlBool> {
  const all = Object.entries(where)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]): Expression<SqlBool> => {
      if (name === 'AND')
        return every([wanted].flat().map((part: object) => conditionOf(model, alias, part, value, depth)));
      if (name === 'OR')
        return any((wanted as object[]).map((part) => conditionOf(model, alias, part, value, depth)));
      const field = models[model]!.fields.find((one) => one.name === name);
      if (!field) throw new Error(`${model}.${name} is no column or relation.`);
      if (field.kind === 'object') return related(model, alias, field, wanted, value, depth);
      if (wanted === null) return sql<SqlBool>`${sql.ref(`${alias}.${name}`)} IS NULL`;
      if (typeof wanted === 'object')
        throw new Error(`No condition of this kind is known: ${model}.${name}.`);
      return sql<SqlBool>`${sql.ref(`${alias}.${name}`)} = ${value(wanted)}`;
    });
  return every(all);
}

function related(
  model: string,
  alias: string,
  field: Field,
  wanted: unknown,
  value: (given: unknown) => RawBuilder<unknown>,
  depth: number,
): Expression<SqlBool> {
  const other = `${alias}_${depth}`;
  const { some, ...rest } = wanted as { some?: object };
  if (field.isList !== (some !== undefined) || (some && Object.keys(rest).length > 0))
    throw new Error(`No condition of this kind is known: ${model}.${field.name}.`);
  const own = field.relationFromFields?.[0];
  // The side that has no columns of the relation is referred to by its id.
  const [here, there] = own ? [own, 'id'] : ['id', back(model, field)];
  return sql<SqlBool>`EXISTS (SELECT 1 FROM ${sql.table(field.type)} AS ${sql.ref(other)} WHERE ${sql.ref(`${other}.${there}`)} = ${sql.ref(`${alias}.${here}`)}
    AND ${conditionOf(field.type, other, some ?? rest, value, depth + 1)})`;
}

/** The column by which the other side refers to this one. */
function back(model: string, { type, relationName, name }: Field): string {
  const [column] =
    models[type]!.fields.find(
      (one) => one.relationName === relationName && one.type === model && one.relationFromFields?.length,
    )?.relationFromFields ?? [];
  if (!column) throw new Error(`Nothing refers back from ${type} to ${model}.${name}.`);
  return column;
}

const every = (all: Expression<SqlBool>[]): Expression<SqlBool> =>
  all.length === 0 ? sql.lit(true) : sql`(${sql.join(all, sql` AND `)})`;
const any = (all: Expression<SqlBool>[]): Expression<SqlBool> =>
  all.length === 0 ? sql.lit(false) : sql`(${sql.join(all, sql` OR `)})`;

/** A condition without its values, and these in the order in which `conditionOf` asks for places. */
export function formOf(where: unknown): { form: string; values: unknown[] } {
  const values: unknown[] = [];
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${part.map(write).join()}]`;
    if (typeof part === 'object' && part !== null)
      return `{${Object.entries(part)
        .map(([name, inner]) => (inner === undefined ? '' : `${name}:${write(inner)}`))
        .join()}}`;
    if (part !== null) values.push(part);
    return part === null ? 'null' : '?';
  };
  return { form: write(where), values };
}
