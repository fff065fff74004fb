import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { loadBatched } from '../../graphql/load-batched.ts';
import type { App } from '../../kernel/app.ts';
import {
  beyond,
  changesIn,
  detailsIn,
  type LoggedChange,
  type LoggedDetail,
  type NameOf,
} from './log-body.ts';
import type { Named } from './log-labels.ts';
import { knownName, readNames } from './logged-names.ts';

/** Changes of a project's log; what became of a text is added where texts are compared. */
export const LoggedChangeType = builder
  .objectRef<LoggedChange>('LoggedChange')
  .implement({
    description: 'A change of one value, as text for people.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'What was changed, for example the name of a setting.' }),
      label: t.exposeString('label', { description: 'What people call the field, in English.' }),
      before: t.string({
        nullable: true,
        description:
          'The previous value, with names instead of IDs. Null if there was none. Names of what is gone, or what the caller cannot see, ' +
          'say so. Secrets are shown as `***`.',
        resolve: ({ from }) => (from.length > 0 ? from.join('; ') : null),
      }),
      after: t.string({
        nullable: true,
        description: 'The new value, in the same form. Null if there is none.',
        resolve: ({ to }) => (to.length > 0 ? to.join('; ') : null),
      }),
      isList: t.exposeBoolean('isList', {
        description: 'Whether the value is a list, of which `added` and `removed` say what changed.',
      }),
      added: t.stringList({
        description: 'What was added to a list. Empty if only its order changed, and for other values.',
        resolve: ({ isList, from, to }) => (isList ? beyond(to, from) : []),
      }),
      removed: t.stringList({
        description: 'What was removed from a list.',
        resolve: ({ isList, from, to }) => (isList ? beyond(from, to) : []),
      }),
      from: t.exposeStringList('from', {
        description:
          'The previous value: one entry, or one per element of a list. Empty if there was none. Secrets are shown as `***`.',
      }),
      to: t.exposeStringList('to', { description: 'The new value, in the same form.' }),
    }),
  });

const LoggedDetailType = builder
  .objectRef<LoggedDetail>('LoggedDetail')
  .implement({
    description: 'A detail of a logged action, as text for people.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the detail, such as `name` or `source`.' }),
      label: t.exposeString('label', { description: 'What people call it, in English.' }),
      values: t.exposeStringList('values', { description: 'One entry, or one per element of a list.' }),
    }),
  });

type LoadNames = (app: App, ids: readonly number[]) => Promise<{ id: number; name: string }[]>;

const loadersOfNames = new WeakMap<Context, Map<Named, LoadNames>>();

/** Names for ids as the caller may know them, read together. */
const namesFor =
  (context: Context): NameOf =>
  async (kind, id) => {
    const known = knownName(context.app, kind, id);
    if (known !== undefined) return known;
    let own = loadersOfNames.get(context);
    if (!own) loadersOfNames.set(context, (own = new Map()));
    let load = own.get(kind);
    if (!load) own.set(kind, (load = (app, ids) => readNames(app, context.actor, kind, ids)));
    const [found] = await loadBatched(context, load, (row) => row.id, Number(id));
    return found?.name ?? `${kind} ${id} (no longer there, or not visible to you)`;
  };

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'An entry in the log of a project.',
  select: { id: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry, as used in REST.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'User who did it. Null for a program or a deleted user.',
    }),
    changes: t.field({
      type: [LoggedChangeType],
      description: 'Values that were changed. Empty if the action changed none.',
      select: { body: true },
      resolve: ({ body }, _, context) => changesIn(body, namesFor(context)),
    }),
    details: t.field({
      type: [LoggedDetailType],
      description: 'Other details of the action.',
      select: { body: true },
      resolve: ({ body }, _, context) => detailsIn(body, namesFor(context)),
    }),
    body: t.expose('body', {
      type: 'JSON',
      description:
        'The entry as it is kept, for archives: what it holds differs by action, and `changes` and `details` tell it with types. Contains ' +
        'no secrets.',
    }),
  }),
});
