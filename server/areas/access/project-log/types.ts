import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import type { App } from '../../../kernel/app.ts';
import { codesEnum } from '../../../graphql/words-enum.ts';
import { parseEnum } from '../../../lib/parse-enum.ts';
import { projectActions, type ProjectAction } from './project-actions.ts';
import {
  missingValues,
  changesIn,
  detailsIn,
  type LoggedAction,
  type LoggedChange,
  type LoggedCondition,
  type LoggedDetail,
  type LoggedName,
  type LoggedRule,
  type LoggedValue,
  type NameOf,
} from './log-body.ts';
import { nameWithoutQuery, readLogNames } from './log-names.ts';
import { referencedTypes, type ReferencedType } from './referenced-types.ts';

/** What is read of an entry has been read with it: a list in it costs little more than what it holds. */
const withinEntry = { field: 1, multiplier: 1 };
/** Cost of a value's fields, whichever are selected: a value has only one of the many types. */
const withinValue = { field: 5, multiplier: 0 };

type Of<Kind extends LoggedValue['kind']> = Extract<LoggedValue, { kind: Kind }>;

const ProjectLogActionType = builder.enumType('ProjectLogAction', {
  description: 'Action on a project.',
  values: codesEnum<ProjectAction>(projectActions),
});

const LoggedKindType = builder.enumType('LoggedKind', {
  description: 'Type of an item in a log.',
  values: codesEnum<ReferencedType>(referencedTypes),
});

const LoggedFlagType = builder
  .objectRef<Of<'flag'>>('LoggedFlag')
  .implement({
    description: 'A setting that is on or off.',
    fields: (t) => ({ isOn: t.exposeBoolean('isOn', { description: 'Whether it was on.' }) }),
  });

const LoggedNumberType = builder
  .objectRef<Of<'number'>>('LoggedNumber')
  .implement({
    description: 'A number.',
    fields: (t) => ({
      number: t.exposeFloat('number', { description: 'Value in the unit of its setting.' }),
    }),
  });

const LoggedTextType = builder
  .objectRef<Of<'text'>>('LoggedText')
  .implement({
    description: 'A text, an option of a setting or a day.',
    fields: (t) => ({
      text: t.exposeString('text', {
        description:
          'Text as entered; an option as in the setting, a day as `YYYY-MM-DD`. Secrets are `***`.',
      }),
    }),
  });

const LoggedMomentType = builder
  .objectRef<Of<'moment'>>('LoggedMoment')
  .implement({
    description: 'A point in time.',
    fields: (t) => ({ moment: t.expose('moment', { type: 'DateTime', description: 'The point in time.' }) }),
  });

const LoggedNameType = builder
  .objectRef<LoggedName>('LoggedName')
  .implement({
    description: 'A named item.',
    fields: (t) => ({
      kind: t.field({ type: LoggedKindType, description: 'Type of the item.', resolve: ({ of }) => of }),
      databaseId: t.exposeString('id', { description: 'ID as stored.' }),
      name: t.exposeString('name', {
        nullable: true,
        description:
          'Name; of a source its URL, or its type if it has none. Null if the item is deleted, or the ' +
          "caller can't see it.",
      }),
    }),
  });

const LoggedRecordType = builder
  .objectRef<Of<'record'>>('LoggedRecord')
  .implement({
    description: 'A value with parts, such as a list item.',
    fields: (t) => ({
      parts: t.field({
        type: [LoggedDetailType],
        complexity: withinValue,
        description: 'Its parts. None of their values has parts of its own.',
        resolve: ({ parts }) => parts,
      }),
    }),
  });

const LoggedOptionType = builder
  .objectRef<Of<'option'>>('LoggedOption')
  .implement({
    description: 'A choice in a processing rule.',
    fields: (t) => ({ option: t.exposeString('option', { description: 'Option, as in the rule catalog.' }) }),
  });

const LoggedConditionType = builder.objectRef<LoggedCondition>('LoggedCondition');
LoggedConditionType.implement({
  description: 'A condition of a processing rule.',
  fields: (t) => ({
    operator: t.exposeString('operator', { description: 'Operator, as in the rule catalog.' }),
    subject: t.exposeString('subject', { description: 'Subject, as in the rule catalog.' }),
    values: t.field({
      type: [LoggedValueType],
      complexity: withinValue,
      description: 'The value. Empty if the condition takes none. Has no parts of its own.',
      resolve: ({ values }) => values,
    }),
  }),
});

const LoggedActionType = builder.objectRef<LoggedAction>('LoggedAction');
LoggedActionType.implement({
  description: 'An action of a processing rule.',
  fields: (t) => ({
    action: t.exposeString('action', { description: 'Kind of action, as in the rule catalog.' }),
    values: t.field({
      type: [LoggedValueType],
      complexity: withinValue,
      description: 'The values. None of them has parts of its own.',
      resolve: ({ values }) => values,
    }),
  }),
});

const LoggedRuleType = builder.objectRef<LoggedRule>('LoggedRule');
LoggedRuleType.implement({
  description: 'A processing rule.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the rule.' }),
    conditions: t.field({
      type: [LoggedConditionType],
      complexity: withinValue,
      description: 'Its conditions.',
      resolve: ({ conditions }) => conditions,
    }),
    actions: t.field({
      type: [LoggedActionType],
      complexity: withinValue,
      description: 'Its actions.',
      resolve: ({ actions }) => actions,
    }),
  }),
});

const typesOfValues = {
  flag: LoggedFlagType,
  number: LoggedNumberType,
  text: LoggedTextType,
  moment: LoggedMomentType,
  name: LoggedNameType,
  option: LoggedOptionType,
  record: LoggedRecordType,
  condition: LoggedConditionType,
  action: LoggedActionType,
  rule: LoggedRuleType,
} as const;

const LoggedValueType = builder.unionType('LoggedValue', {
  description: 'A value in the log of a project.',
  types: Object.values(typesOfValues),
  resolveType: ({ kind }) => typesOfValues[kind],
});

const LoggedDetailType = builder.objectRef<LoggedDetail>('LoggedDetail');
LoggedDetailType.implement({
  description: 'A detail of a logged action, or a part of a value.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the detail, such as `name` or `source`.' }),
    values: t.field({
      type: [LoggedValueType],
      complexity: withinEntry,
      description: 'One value, or one per element of a list.',
      resolve: ({ values }) => values,
    }),
  }),
});

/** Changes of a project's log; differences of texts are added where texts are compared. */
export const LoggedChangeType = builder.objectRef<LoggedChange>('LoggedChange').implement({
  description: 'A change of one value.',
  fields: (t) => {
    const values = (description: string, resolve: (change: LoggedChange) => LoggedValue[]) =>
      t.field({ type: [LoggedValueType], complexity: withinValue, description, resolve });
    return {
      field: t.exposeString('field', { description: 'What was changed, such as the name of a setting.' }),
      isList: t.exposeBoolean('isList', {
        description: 'Whether the value is a list. `added` and `removed` then say what changed.',
      }),
      from: values(
        'The previous value: one entry, or one per element of a list. Empty if there was none.',
        ({ from }) => from,
      ),
      to: values('The new value, in the same form.', ({ to }) => to),
      added: values(
        'What was added to a list. Empty if only its order changed, and for other values.',
        ({ isList, from, to }) => (isList ? missingValues(to, from) : []),
      ),
      removed: values('What was removed from a list.', ({ isList, from, to }) =>
        isList ? missingValues(from, to) : [],
      ),
    };
  },
});

type LoadNames = (app: App, ids: readonly string[]) => Promise<{ id: number | string; name: string }[]>;

const loadersOfNames = new WeakMap<Context, Map<ReferencedType, LoadNames>>();

/** Names for ids as the caller may know them, read together. */
const namesFor =
  (context: Context): NameOf =>
  async (kind, id) => {
    const known = nameWithoutQuery(context.app, kind, id);
    if (known !== undefined) return known;
    let own = loadersOfNames.get(context);
    if (!own) loadersOfNames.set(context, (own = new Map()));
    let load = own.get(kind);
    if (!load) own.set(kind, (load = (app, ids) => readLogNames(app, context.actor, kind, ids)));
    const [found] = await loadBatched(context, load, (row) => String(row.id), String(id));
    return found?.name ?? null;
  };

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'An entry in the log of a project.',
  select: { id: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry, as used in REST.' }),
    code: t.field({
      type: ProjectLogActionType,
      nullable: true,
      description: "What was done. Null if another release wrote the entry and this one can't read it.",
      select: { action: true },
      resolve: ({ action }) => parseEnum(projectActions, action),
    }),
    action: t.exposeString('action', {
      description: 'The action in a few English words. Programs should use `code`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'User who did it. Null for an API client or a deleted user.',
    }),
    changes: t.field({
      type: [LoggedChangeType],
      complexity: { field: 1, multiplier: 3 },
      description: 'Values that were changed. Empty if the action changed none.',
      select: { body: true },
      resolve: ({ body }, _, context) => changesIn(body, namesFor(context)),
    }),
    details: t.field({
      type: [LoggedDetailType],
      complexity: { field: 1, multiplier: 3 },
      description: 'Other details of the action.',
      select: { body: true },
      resolve: ({ body }, _, context) => detailsIn(body, namesFor(context)),
    }),
  }),
});
