import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../../prisma/generated/pothos.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import { LimitReachedError } from '../kernel/errors.ts';
import type { Parameters } from '../lib/declare-messages.ts';
import type { UploadedFile } from '../lib/requests/uploaded-file.ts';
import { responseSizeLimit } from './response-size-limit.ts';
import type { Context } from './context.ts';
import { columnSelection } from './column-selection.ts';
import './enum-names.ts';
import './refusals-plugin.ts';
import { graphqlMessages } from './messages.ts';
import { statementCosts } from './statement-costs.ts';
import { statementLimit } from './statement-limit.ts';

/**
 * What one operation may cost: a field counts 1 unless it says otherwise, a list as many times as it asks for
 * elements, or 10, and a statement that is sent for each row 40.
 */
export const costMax = 20_000;
/** Ids that `nodes` finds at once. */
const nodesMax = 100;

/** The one builder of the schema. Areas define their types on it; it defines none itself. */
export const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  Context: Context;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: true;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    /** YYYY-MM-DD; of a Date its day in UTC. */
    Date: { Input: string; Output: string | Date };
    /** A complete address on the web, or what was sent for one: its area says whether it is one. */
    URL: { Input: string; Output: string };
    JSON: { Input: never; Output: unknown };
    /** Of a message: values by name. */
    MessageParameters: { Input: never; Output: Parameters };
    /** Of one setting of a voice. */
    SettingValue: { Input: string | number | boolean; Output: string | number | boolean };
    /** Sent by the GraphQL multipart request specification. */
    File: { Input: UploadedFile; Output: never };
    ID: { Input: string; Output: string | number };
  };
}>({
  plugins: [
    ErrorsPlugin,
    statementCosts,
    ComplexityPlugin,
    responseSizeLimit,
    statementLimit,
    columnSelection,
    PrismaPlugin,
    RelayPlugin,
    'refusals',
    'enumNames',
  ],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  relay: {
    clientMutationId: 'omit',
    idFieldOptions: { description: 'Global ID, for fetching the object with `node`.' },
    nodeTypeOptions: { description: 'An object with a global ID.' },
    pageInfoTypeOptions: { description: 'Position of a page within a connection.' },
    hasNextPageFieldOptions: { description: 'Whether there are more elements after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are elements before this page.' },
    startCursorFieldOptions: { description: "Cursor of the page's first element, for `before`." },
    endCursorFieldOptions: { description: "Cursor of the page's last element, for `after`." },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An element of a page, with its cursor.' },
    pageInfoFieldOptions: { description: 'Position of the page within the connection.' },
    cursorFieldOptions: { description: 'Cursor of the element, for `after` and `before`.' },
    nodeFieldOptions: { description: 'The element.' },
    firstArgOptions: { description: 'Number of elements to return, from the beginning or after `after`.' },
    lastArgOptions: { description: 'Number of elements to return, from the end or before `before`.' },
    afterArgOptions: { description: 'Cursor of the element before the page.' },
    beforeArgOptions: { description: 'Cursor of the element after the page.' },
    mutationInputArgOptions: { description: 'Input of the mutation.' },
    // The connection accounts for the number of requested elements.
    edgesFieldOptions: { description: 'The elements.', complexity: { multiplier: 1 } },
    nodeQueryOptions: {
      description: 'The object with a global ID. Null if it does not exist or the caller cannot read it.',
      args: { id: { description: 'Global ID of the object.' } },
    },
    nodesQueryOptions: {
      description:
        `The objects with the given global IDs, in the same order; at most ${nodesMax}. Null in place of objects that do not exist or ` +
        'that the caller cannot read.',
      args: { ids: { description: 'Global IDs of the objects.' } },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_, { ids }, __, ___, find) => {
        if (ids.length > nodesMax)
          throw new LimitReachedError(graphqlMessages.TOO_MANY_IDS({ most: nodesMax }));
        return find(ids);
      },
    },
  },
  complexity: {
    limit: ({ wholeLists }) => ({ complexity: wholeLists ? 10 * costMax : costMax }),
    complexityError: (_, { complexity }) =>
      new LimitReachedError(graphqlMessages.OPERATION_TOO_COMPLEX({ cost: complexity, most: costMax })),
  },
  prisma: {
    client: (context) => context.app.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
  },
  // `errors` on a field turns the failures that it lists into members of its result union: all that its user
  // can cause, and no others (tests/result-unions.test.ts).
  errors: {
    directResult: true,
    unsafelyHandleInputErrors: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
      description: 'The result, or why it failed.',
    },
  },
});
