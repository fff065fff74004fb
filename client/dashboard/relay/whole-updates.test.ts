import { globSync, readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import {
  createOperationDescriptor,
  Environment,
  getStorageKey,
  Network,
  Observable,
  RecordSource,
  Store,
  type ConcreteRequest,
  type NormalizationLinkedField,
  type NormalizationSelection,
  type PayloadData,
} from 'relay-runtime';
import { expect, it } from 'vitest';
import { projectsList } from './projects-list.ts';

/*
 * Each update (the response of a mutation or of another query, or an event) writes to the store only the
 * fields that it selected, while a screen shows the same objects. If a link then leads to a new object, the
 * screen finds only the fields that the update selected: it reads `undefined`, and breaks. So a link that can
 * change its target selects all fields that any screen shows behind it (live-fragments.ts). This test plays
 * each document into the store of each screen, once for each link that both select, with an object that is
 * new to the screen. The screen has to find all of its data.
 */

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const generated = new URL('../__generated__/', import.meta.url);
const modules = await Promise.all(
  readdirSync(generated)
    .filter((name) => /(?:Query|Mutation|Subscription)\.graphql\.ts$/.test(name))
    .map((name) => import(new URL(name, generated).href) as Promise<{ default: ConcreteRequest }>),
);
const documents = modules.map((module) => module.default).filter(({ kind }) => kind === 'Request');

const sources = globSync('client/dashboard/**/*.{ts,tsx}', { exclude: ['**/__generated__/**'] })
  .filter((path) => !path.includes('.test.'))
  .map((path) => [path, readFileSync(path, 'utf8')] as const);
/** Documents whose data a screen keeps reading. One-off queries read their own response. */
const read = new Set(
  sources.flatMap(([, text]) =>
    [...text.matchAll(/use(?:Preloaded|LazyLoad)Query<(\w+)>|queryName: "(\w+)"/g)].map(
      ([, name, refetched]) => name ?? refetched!,
    ),
  ),
);
const screens = documents.filter(({ params }) => read.has(params.name));

/** Links that always lead to the same object, so that both are visible to the same users. */
const lasting = new Set(['Article.project', 'Channel.project', 'Viewer.user']);

/** Screens that show more behind a link than others ask for, and why they may. */
const alone: Readonly<Record<string, string>> = {
  'AdCampaignsQuery Project.organization': 'is read again when it is another one',
  'AdministeredProjectScreenQuery Project.organization': 'nothing there moves a project',
};

/**
 * The values of variables are their names, so that documents which ask alike ask for the same.
 * @param lists that a mutation adds to
 */
const variablesOf = ({ operation }: ConcreteRequest, lists: readonly string[] = []) =>
  Object.fromEntries(
    operation.argumentDefinitions.flatMap((one) =>
      'name' in one ? [[one.name, isOfLists(one.name) ? lists : one.name]] : [],
    ),
  );
const isOfLists = (variable: string) => variable === 'lists' || variable === 'connections';

const storageKey = (field: NormalizationLinkedField, variables: object) =>
  field.storageKey ?? getStorageKey(field, variables as never);

const rootType = ({ params }: ConcreteRequest): GraphQLObjectType =>
  ({
    query: schema.getQueryType()!,
    mutation: schema.getMutationType()!,
    subscription: schema.getSubscriptionType()!,
  })[params.operationKind as 'query'];

/** What an object of that type could be here: one that succeeded, or that the document asks something of. */
function concrete(type: GraphQLNamedType, selections: readonly NormalizationSelection[]): GraphQLObjectType {
  if (isObjectType(type)) return type;
  if (!isAbstractType(type)) throw new Error(`${type.name} has no fields.`);
  const possible = schema.getPossibleTypes(type);
  const asked = selections.flatMap((selection) =>
    selection.kind === 'InlineFragment' ? [selection.type] : [],
  );
  return (
    possible.find(({ name }) => name.endsWith('Success')) ??
    possible.find(({ name }) => asked.includes(name)) ??
    possible[0]!
  );
}

type Asked = Extract<NormalizationSelection, { kind: 'LinkedField' | 'ScalarField' }>;

/** Returns all fields selected of an object, including those of its fragments, by response key. */
function fieldsOf(
  selections: readonly NormalizationSelection[],
  type: GraphQLObjectType,
  fields = new Map<string, Asked>(),
): Map<string, Asked> {
  for (const selection of selections) {
    if (selection.kind === 'ScalarField') fields.set(selection.alias ?? selection.name, selection);
    else if (selection.kind === 'LinkedField') {
      const key = selection.alias ?? selection.name;
      const before = fields.get(key) as NormalizationLinkedField | undefined;
      const all = [...(before?.selections ?? []), ...selection.selections];
      fields.set(key, { ...selection, selections: all });
    } else if (selection.kind === 'TypeDiscriminator')
      fields.set(selection.abstractKey, { kind: 'ScalarField', name: selection.abstractKey });
    else if (selection.kind === 'InlineFragment') {
      if (covers(selection.type, type)) fieldsOf(selection.selections, type, fields);
    } else if ('selections' in selection && selection.kind !== 'ClientExtension')
      fieldsOf(selection.selections, type, fields);
  }
  return fields;
}

/** Whether objects of `type` are of the type, interface or union of that name. */
function covers(name: string, type: GraphQLObjectType): boolean {
  const of = schema.getType(name);
  return name === type.name || (isAbstractType(of) && schema.isSubType(of, type));
}

type Meet = (link: string, shape: GraphQLOutputType) => 'here' | 'elsewhere' | 'nowhere';

/**
 * An answer to a document. Everything has the same number of its type, and lists have one member, until a
 * link leads elsewhere: what that leads to, and all behind it, is number 2.
 */
function answerTo(document: ConcreteRequest, variables: object, meet: Meet, all: 1 | 2 = 1): PayloadData {
  const object = (type: GraphQLObjectType, selections: readonly NormalizationSelection[], number: 1 | 2) => {
    const data: Record<string, unknown> = {};
    for (const [key, field] of fieldsOf(selections, type)) {
      if (field.kind === 'ScalarField') {
        data[key] = name(field.name, type, number);
        continue;
      }
      const shape = type.getFields()[field.name]!.type;
      const isList = isListType(getNullableType(shape));
      const way = meet(`${type.name}.${storageKey(field, variables)}`, shape);
      const target = concrete(getNamedType(shape), field.selections);
      const one = (count: 1 | 2) => object(target, field.selections, count);
      if (way === 'nowhere') data[key] = isList ? [] : null;
      else if (way === 'here') data[key] = isList ? [one(number)] : one(number);
      else data[key] = isList ? [one(number), one(2)] : one(2);
    }
    return data;
  };
  return object(rootType(document), document.operation.selections, all) as PayloadData;
}

function name(field: string, type: GraphQLObjectType, number: number): string {
  if (field === '__typename') return type.name;
  return field === 'id' ? `${type.name}:${number}` : 'said';
}

function linksOf(document: ConcreteRequest): Map<string, GraphQLOutputType> {
  const links = new Map<string, GraphQLOutputType>();
  answerTo(document, variablesOf(document), (link, shape) => {
    links.set(link, shape);
    return 'here';
  });
  return links;
}

/** Creates a store with all the data that a screen selects, and the object that an update adds. */
function open(screen: ConcreteRequest, meet: Meet) {
  const environment = new Environment({
    network: Network.create(() => Observable.create(() => {})),
    store: new Store(new RecordSource()),
  });
  const shown = createOperationDescriptor(screen, variablesOf(screen));
  environment.commitPayload(shown, answerTo(screen, shown.request.variables, meet));
  const isWhole = () => environment.check(shown).status === 'available';
  if (!isWhole()) throw new Error(`${screen.params.name} has not been answered whole.`);
  return {
    isWhole,
    comes(update: ConcreteRequest, meetThere: Meet, all?: 1 | 2) {
      const lists = environment.getStore().getSource().has(projectsList) ? [projectsList] : [];
      const operation = createOperationDescriptor(update, variablesOf(update, lists));
      environment.commitPayload(operation, answerTo(update, operation.request.variables, meetThere, all));
    },
  };
}

const leads =
  (link: string, way: ReturnType<Meet>): Meet =>
  (met) =>
    met === link ? way : 'here';

const links = new Map(documents.map((document) => [document, linksOf(document)]));
const isRoot = (link: string) => /^(Query|Mutation|Subscription)\./.test(link);

it.each(documents.map((document) => [document.params.name, document] as const))(
  '%s leaves every screen complete',
  (_, update) => {
    const broken: string[] = [];
    for (const screen of screens)
      for (const [link, shape] of links.get(screen)!) {
        if (screen === update || !links.get(update)!.has(link)) continue;
        if (isRoot(link) || lasting.has(link) || alone[`${screen.params.name} ${link}`]) continue;
        const mayLeadNowhere = !isNonNullType(shape) || isListType(getNullableType(shape));
        for (const atFirst of mayLeadNowhere ? (['here', 'nowhere'] as const) : (['here'] as const)) {
          const store = open(screen, leads(link, atFirst));
          store.comes(update, leads(link, 'elsewhere'));
          if (!store.isWhole()) broken.push(`${screen.params.name}, by ${link}`);
        }
      }
    expect([...new Set(broken)]).toEqual([]);
  },
);

it('records added to lists have all fields that their screens show', () => {
  const adding = documents.filter(({ operation }) =>
    operation.argumentDefinitions.some((one) => 'name' in one && isOfLists(one.name)),
  );
  expect(adding.map(({ params }) => params.name)).toContain('useNewProjectMutation');
  const broken: string[] = [];
  for (const update of adding)
    for (const screen of screens) {
      const store = open(screen, () => 'here');
      store.comes(update, () => 'here', 2);
      if (!store.isWhole()) broken.push(`${screen.params.name}, by ${update.params.name}`);
    }
  expect(broken).toEqual([]);
});

// What code writes into the store by hand, at once or with an answer, no document shows.
it('records are linked manually only if a list shows them or they were fetched completely', () => {
  const byHand = sources.filter(([, text]) => /setLinkedRecords?\(|\.create\(\w+, '/.test(text));
  expect(byHand.map(([path]) => path).sort()).toEqual([
    // A new token, for which the mutation selects all fields that the list shows.
    'client/dashboard/screens/organization/NewPartnerToken.tsx',
    // The same rules in another order.
    'client/dashboard/screens/rules/RuleList.tsx',
  ]);
});
