import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../../prisma/generated/pothos.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import { userErrors } from '../kernel/errors.ts';
import type { SentFile } from '../lib/sent-file.ts';
import type { Context } from './context.ts';
import './refusals.ts';

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
    JSON: { Input: unknown; Output: unknown };
    /** Of one setting of a voice. */
    SettingValue: { Input: string | number | boolean; Output: string | number | boolean };
    /** Sent by the GraphQL multipart request specification. */
    File: { Input: SentFile; Output: never };
    ID: { Input: string; Output: string | number };
  };
}>({
  plugins: [ErrorsPlugin, PrismaPlugin, RelayPlugin, 'refusals'],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  relay: { clientMutationId: 'omit', nodeQueryOptions: { description: 'Anything that has a global id; null when it does not exist or you may not read it.' } },
  prisma: {
    client: (context) => context.app.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
  },
  // `errors: {}` on a field turns the failures that its user can cause into members of its result union.
  errors: {
    defaultTypes: [...userErrors],
    directResult: true,
    unsafelyHandleInputErrors: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
      description: 'The change, or why it could not be made.',
    },
  },
});
