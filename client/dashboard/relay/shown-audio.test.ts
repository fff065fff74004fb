import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { ConcreteRequest, NormalizationSelection } from 'relay-runtime';
import { expect, it } from 'vitest';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const generated = new URL('../__generated__/', import.meta.url);
const modules = await Promise.all(
  readdirSync(generated)
    .filter((name) => /(?:Query|Mutation|Subscription)\.graphql\.ts$/.test(name))
    .map((name) => import(new URL(name, generated).href) as Promise<{ default: ConcreteRequest }>),
);
const documents = modules.map((module) => module.default).filter(({ kind }) => kind === 'Request');

/** Calls `meet` for each object that a document asks for of another one. */
function eachLink(
  selections: readonly NormalizationSelection[],
  type: string,
  meet: (type: string, field: string, selections: readonly NormalizationSelection[]) => void,
): void {
  for (const selection of selections) {
    if (selection.kind === 'LinkedField') {
      meet(type, selection.name, selection.selections);
      if (selection.concreteType) eachLink(selection.selections, selection.concreteType, meet);
      else eachLink(selection.selections, '', meet);
    } else if ('selections' in selection)
      eachLink(selection.selections, selection.kind === 'InlineFragment' ? selection.type : type, meet);
  }
}

/** Shown whole only by a project's settings, into which nothing writes while they are open. */
const alone = ['Project.voice'];

/**
 * Whether the store knows it only by what it belongs to, where there may be none at first: such a one begins
 * with what the first to hear of it wrote.
 */
function comesToBe(type: string, field: string): boolean {
  const parent = schema.getType(type);
  if (!isObjectType(parent) || !parent.getFields()['id']) return false;
  const shape = parent.getFields()[field]!.type;
  const named = getNamedType(shape);
  const fields = isObjectType(named) ? named.getFields() : {};
  // The pages of a list are always there.
  return !isNonNullType(shape) && !isListType(shape) && !('id' in fields) && !('pageInfo' in fields);
}

const namesOf = (selections: readonly NormalizationSelection[]) =>
  selections.flatMap((selection) => ('name' in selection && selection.name ? [selection.name] : []));

it('writes whole into the store what is known only by what it belongs to, whoever hears of it first', () => {
  const asked = new Map<string, { document: string; fields: string[] }[]>();
  for (const { operation, params } of documents)
    eachLink(operation.selections, '', (type, field, selections) => {
      const key = `${type}.${field}`;
      if (alone.includes(key) || !comesToBe(type, field)) return;
      asked.set(key, [...(asked.get(key) ?? []), { document: params.name, fields: namesOf(selections) }]);
    });
  expect([...asked.keys()]).toContain('Article.audio');
  const missing = [...asked].flatMap(([key, askers]) => {
    const shown = new Set(askers.flatMap(({ fields }) => fields));
    return askers.flatMap(({ document, fields }) =>
      [...shown].filter((field) => !fields.includes(field)).map((field) => `${document}: ${key}.${field}`),
    );
  });
  expect(missing).toEqual([]);
});
