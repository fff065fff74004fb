import { GraphQLError } from 'graphql';
import { isDay } from '../lib/is-day.ts';
import { UploadedFile } from '../lib/requests/uploaded-file.ts';
import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description: 'A point in time, ISO 8601 in UTC, such as `2026-11-20T12:45:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date =
      typeof value === 'string' && /^(?!0000)\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : undefined;
    if (!date || Number.isNaN(date.getTime()))
      throw new GraphQLError('DateTime must be an ISO 8601 date and time.');
    return date;
  },
});

builder.scalarType('Date', {
  description: 'A calendar day in the format `YYYY-MM-DD`, such as `2026-11-20`.',
  serialize: (value) => (typeof value === 'string' ? value : value.toISOString().slice(0, 10)),
  parseValue: (value) => {
    if (typeof value !== 'string' || !isDay(value))
      throw new GraphQLError('Date must have the format YYYY-MM-DD.');
    return value;
  },
});

builder.scalarType('URL', {
  description:
    'A complete web address, `https://…`, as given, without normalization. An unusable one is a ' +
    '`ValidationError` of its field.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('URL must be a string.');
    return value;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value. Used only in responses.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('JSON can only be read.');
  },
});

/** Descriptions of the two fields that accompany the text of every message. */
export const codeDescription =
  'Code of the message, for API clients and translations. It stays the same when the wording changes.';
export const parametersDescription = 'Parameters of the message: the numbers and names in it.';

builder.scalarType('MessageParameters', {
  description:
    'Parameters of a message: an object whose values are strings, numbers or nested messages, ' +
    'each with `code`, `parameters` and `message`. The code determines its keys.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('MessageParameters can only be read.');
  },
});

builder.scalarType('SettingValue', {
  description: 'The value of a voice setting: a string, a number or a boolean.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new GraphQLError('SettingValue must be a string, a number or a boolean.');
    return value;
  },
});

builder.scalarType('File', {
  description:
    'An uploaded file, sent according to the GraphQL multipart request specification, with the ' +
    'header `x-parlance-upload: 1`.',
  serialize: () => {
    throw new GraphQLError('File can only be used as input.');
  },
  parseValue: (value) => {
    if (!(value instanceof UploadedFile))
      throw new GraphQLError('File must be sent as a part of multipart/form-data.');
    return value;
  },
  parseLiteral: () => {
    throw new GraphQLError('File must be a variable.');
  },
});
