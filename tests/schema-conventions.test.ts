import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';

/*
 * What holds for every type, field and argument of the schema, so that who knows one part of it knows the
 * next. An exception has its reason beside it; one that is none any more fails here, too.
 */

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const nodes = new Set(
  types.filter((type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')),
);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A place of the schema: `Project.articles` or `Project.articles(first)`. */
interface Place {
  place: string;
  name: string;
  /** As it is written: `[ID!]!`. */
  type: string;
  description: string | null | undefined;
  isInput: boolean;
}

const fields: Place[] = types.flatMap((type) => {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  const isInput = isInputObjectType(type);
  return Object.values(type.getFields()).flatMap((field) => [
    { ...placeOf(field), place: `${type.name}.${field.name}`, isInput },
    ...('args' in field
      ? (field as GraphQLField<unknown, unknown>).args.map((arg) => ({
          ...placeOf(arg),
          place: `${type.name}.${field.name}(${arg.name})`,
          isInput: true,
        }))
      : []),
  ]);
});
function placeOf({ name, type, description }: { name: string; type: object; description?: string | null }) {
  return { name, type: String(type), description };
}
const bare = (type: string): string => type.replace(/[[\]!]/g, '');

/** Fails where something breaks a convention and is no exception, and where an exception breaks none. */
function holds(broken: readonly string[], exceptions: Readonly<Record<string, string>> = {}): void {
  expect(broken.toSorted()).toEqual(Object.keys(exceptions).sort());
}

describe('ids', () => {
  test('a field named `id` is a global ID for `node`', () => {
    holds(
      types.flatMap((type) =>
        isObjectType(type) && 'id' in type.getFields() && !nodes.has(type) ? [`${type.name}.id`] : [],
      ),
    );
  });

  test('a database ID is returned only beside the global ID, for REST and URLs', () => {
    const numbered = fields.filter(({ name }) => name === 'databaseId');
    holds(
      numbered
        .filter(
          ({ place, type, description }) =>
            type !== 'Int!' ||
            !/as used in (?:REST|dashboard URLs)/.test(description ?? '') ||
            !nodes.has(schema.getType(place.split('.')[0]!) as GraphQLObjectType),
        )
        .map(({ place }) => place),
      {
        'ChannelPlaylist.databaseId':
          'What REST has of a playlist that a channel names; the playlist itself is a Node.',
        'LoggedName.databaseId': 'As the stored entry has it: an action may be of what is kept no more.',
        'PlaylistItem.databaseId':
          'An item is made anew whenever its playlist is saved: nothing leads to it.',
      },
    );
  });

  test('no other field is a numeric id', () => {
    const told = /\b(?:database )?IDs?\b/;
    holds(
      fields
        .filter(({ type, name }) => bare(type) === 'Int' && name !== 'databaseId')
        .filter(({ name, description }) => /^id$|Ids?$/.test(name) || told.test(description ?? ''))
        .map(({ place }) => place),
    );
  });

  test('the description of a global ID names its type of object', () => {
    holds(
      fields
        .filter(({ type }) => bare(type) === 'ID')
        .filter(({ description }) => !/\bIDs?\b/.test(description ?? ''))
        .map(({ place }) => place),
    );
  });

  test('inputs name IDs after their objects, and results call them IDs', () => {
    const ids = fields.filter(({ type, name }) => bare(type) === 'ID' && !/^ids?$/.test(name));
    holds(
      ids.filter(({ name, isInput }) => /Ids?$/.test(name) === isInput).map(({ place }) => place),
      {
        'AdsSettings.campaign': 'As its input calls it.',
        'PublishedPlaylist.playlist': 'As its input calls it.',
      },
    );
  });

  test('a string is named ID only if it is assigned elsewhere', () => {
    holds(
      fields
        .filter(({ type, name }) => bare(type) === 'String' && /^id$|Ids?$/.test(name))
        .map(({ place }) => place),
      {
        'AdsSettings.publisherId': 'Given by the ad provider.',
        'AdsSettingsInput.publisherId': 'Given by the ad provider.',
        'PlayerSettings.providerParlanceId': 'Given by the provider of consents.',
        'PlayerSettingsInput.providerParlanceId': 'Given by the provider of consents.',
        'PlaylistPlayerSettings.providerParlanceId': 'Given by the provider of consents.',
        'PlaylistPlayerSettingsInput.providerParlanceId': 'Given by the provider of consents.',
        'WebhookDelivery.messageId': 'Sent as the header webhook-id.',
        'LoggedName.databaseId': 'Of an entry, as it was stored.',
        'LedgerEntry.paymentId': 'Given by the payment service.',
        'GrantBalanceInput.requestId': 'Given by the caller, so that a repeated call is known.',
      },
    );
  });
});

describe('names', () => {
  test('only input types are named Input', () => {
    holds(types.filter((type) => isInputObjectType(type) !== type.name.endsWith('Input')).map(String));
  });

  test('types are capitalized, fields and arguments are not', () => {
    holds([
      ...types.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name)),
      ...fields.filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name)).map(({ place }) => place),
    ]);
  });

  test('enum values are in capitals', () => {
    holds(
      types.flatMap((type) =>
        isEnumType(type)
          ? type
              .getValues()
              .filter(({ name }) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))
              .map(({ name }) => `${type.name}.${name}`)
          : [],
      ),
    );
  });

  test('descriptions of enum fields use the names of their values', () => {
    const words = new Set(
      types.flatMap((type) =>
        isEnumType(type) ? type.getValues().map(({ name }) => name.toLowerCase()) : [],
      ),
    );
    const fieldNames = new Set(fields.map(({ name }) => name.toLowerCase()));
    holds(
      fields
        .filter(({ type }) => isEnumType(schema.getType(bare(type))))
        .filter(({ description }) =>
          [...(description ?? '').matchAll(/`([a-z_-]+)`/g)].some(
            ([, word]) => words.has(word!.replaceAll('-', '_')) && !fieldNames.has(word!),
          ),
        )
        .map(({ place }) => place),
    );
  });

  test('every word has one spelling', () => {
    const others =
      /timezone|symbols|chars\b|colour|organisation|favourite|licence|modified|price|money|^logs$/i;
    holds(fields.filter(({ name }) => others.test(name) && !/timeZone/.test(name)).map(({ place }) => place));
  });

  test('a timestamp is named after its event', () => {
    holds(
      fields
        .filter(({ type, name }) => bare(type) === 'DateTime' && !name.endsWith('At'))
        .map(({ place }) => place),
      {
        'LoggedMoment.moment': 'The value of a setting, whatever it is.',
        'Query.revoicingQuote(since)': 'Where a span of time begins.',
        'StartRevoicingJobInput.since': 'Where a span of time begins.',
        'RevoicingJob.since': 'Where a span of time begins.',
        'ReplayWebhookInput.since': 'Where a span of time begins.',
      },
    );
  });

  test('the `id` of an input belongs to the object of the mutation, and others are named by type', () => {
    holds(
      fields
        .filter(({ name, isInput }) => name === 'id' && isInput)
        .filter(({ place }) => /^[A-Z]\w+Input\.id$/.test(place))
        .filter(({ place, description }) => {
          const words = place.match(/[A-Z][a-z]+/g)!.join('|');
          return !new RegExp(`^(?:Slug, g|G)lobal ID or database ID of (?:the|a) (?:${words})\\b`, 'i').test(
            description ?? '',
          );
        })
        .map(({ place }) => place),
    );
  });

  test('a connection is named after its elements', () => {
    holds(
      fields.filter(({ name }) => /Connection$|List$/.test(name)).map(({ place }) => place),
      { 'LoggedChange.isList': 'Says whether a value is a list.' },
    );
  });
});

test('every type, field and argument has a description', () => {
  const silent = [
    ...types.filter(({ description }) => !description).map(String),
    ...fields.filter(({ description }) => !description).map(({ place }) => place),
  ];
  holds(silent);
});

describe('mutations', () => {
  const mutations: GraphQLField<unknown, unknown>[] = Object.values(schema.getMutationType()!.getFields());

  test('take one input with a matching name', () => {
    holds(
      mutations
        .filter(
          ({ name, args: [input, ...others] }) =>
            input?.name !== 'input' || String(input.type) !== `${capital(name)}Input!` || others.length > 0,
        )
        .map(({ name }) => name),
      {
        beginPasskeySignIn: 'Takes nothing.',
        beginSecondFactor: 'Takes nothing.',
        exportOwnData: 'Takes nothing.',
        recordStudioRegistration: 'Takes nothing.',
        removeAvatar: 'Takes nothing.',
        retryPaymentEvents: 'Takes nothing.',
        signOut: 'Takes nothing.',
        signOutEverywhere: 'Takes nothing.',
      },
    );
  });

  test('return a union with a matching name, of one success and errors', () => {
    holds(
      mutations
        .filter(({ name, type }) => {
          const union = getNamedType(type);
          if (!isNonNullType(type) || !isUnionType(union) || union.name !== `${capital(name)}Result`)
            return true;
          const [successes, errors] = [
            union.getTypes().filter((member) => member.name === `${capital(name)}Success`),
            union.getTypes().filter((member) => member.getInterfaces().some((one) => one.name === 'Error')),
          ];
          return successes.length !== 1 || successes.length + errors.length !== union.getTypes().length;
        })
        .map(({ name }) => name),
    );
  });
});
