import { getNamedType, isEnumType, isNonNullType, type GraphQLEnumType } from 'graphql';
import type { JsonSchema } from '../../server/rest/request-input.ts';
import type { Origin, Sample } from './sample-data.ts';

/**
 * The schema of a reply, from the reply to a sample and the reply to a scarce one: what is null in the latter
 * may be null. Leaves that are recognized take description and values from the field of GraphQL that they
 * come from.
 */
export function schemaOfReply(reply: unknown, scarce: unknown, sample: Sample, name = ''): JsonSchema {
  const nullable = scarce === null;
  const json = typeof reply === 'object' && sample.origins.get(reply);
  if (json) return json.field.description ? { description: json.field.description } : {};
  if (Array.isArray(reply)) {
    const less = Array.isArray(scarce) ? (scarce as unknown[]) : [];
    const items = reply.map((item, index) =>
      JSON.stringify(schemaOfReply(item, less[index] ?? less[0], sample, name)),
    );
    const kinds = [...new Set(items)].map((kind) => JSON.parse(kind) as JsonSchema);
    return {
      type: orNull('array', nullable),
      // A list of values by name has items of several kinds.
      items: kinds.length > 1 ? { anyOf: kinds } : (kinds[0] ?? {}),
    };
  }
  if (typeof reply === 'object' && reply !== null) {
    const less = typeof scarce === 'object' && scarce !== null ? (scarce as Record<string, unknown>) : {};
    const parts = Object.entries(reply).filter(([, value]) => value !== undefined);
    const schemas = parts.map(([key, value]): [string, JsonSchema] => [
      key,
      schemaOfReply(value, less[key], sample, key),
    ]);
    // A key that is itself a value, such as the type of a channel, represents any key.
    const isValue = (key: string): boolean => isValueIn(reply, key, sample);
    const [keyed] = schemas.filter(([key]) => isValue(key));
    const properties = Object.fromEntries(schemas.filter(([key]) => !isValue(key)));
    return {
      type: orNull('object', nullable),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(keyed && { additionalProperties: keyed[1] }),
    };
  }
  if (reply === null || reply === undefined) return {};
  const kind = typeof reply === 'number' ? (Number.isInteger(reply) ? 'integer' : 'number') : typeof reply;
  const origin = originOf(reply, name, sample);
  if (!origin) return { type: orNull(kind, nullable) };
  const { field } = origin;
  const type = getNamedType(field.type);
  const canBeNull = nullable || !isNonNullType(field.type);
  return {
    type: orNull(kind === 'integer' && type.name === 'Float' ? 'number' : kind, canBeNull),
    ...(isEnumType(type) && { enum: [...wordsOf(type), ...(canBeNull ? [null] : [])] }),
    ...(field.description && { description: field.description }),
  };
}

/**
 * Returns whether a key is one of the sample's values: a sample text, or an enumeration value beside it, such
 * as a channel's type.
 */
const isValueIn = (reply: object, key: string, { origins, named }: Sample): boolean =>
  origins.has(key) ||
  origins.has(Number(key)) ||
  (Object.values(reply).includes(key) &&
    [...named.values()].flat().some(({ field }) => {
      const type = getNamedType(field.type);
      return isEnumType(type) && wordsOf(type).includes(key);
    }));

/** The values of an enum as REST has them. */
const wordsOf = (type: GraphQLEnumType): string[] => type.getValues().map(({ value }) => value as string);

const orNull = (type: string, nullable: boolean): string | string[] => (nullable ? [type, 'null'] : type);

/** Finds the origin of a leaf by its value, or by its name if only one selected field has it. */
function originOf(value: unknown, name: string, { origins, named }: Sample): Origin | undefined {
  const found = origins.get(value);
  if (found) return found;
  const same = [...new Map((named.get(name) ?? []).map((origin) => [origin.type, origin])).values()];
  const [only] = same;
  if (same.length !== 1 || !only) return undefined;
  const type = getNamedType(only.field.type);
  if (isEnumType(type)) return wordsOf(type).includes(value as string) ? only : undefined;
  return type.name === 'Boolean' && typeof value === 'boolean' ? only : undefined;
}
