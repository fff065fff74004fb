import { channelKinds } from '../server/areas/channels/channels/kinds/registry.ts';
import type { Setting, Settings } from '../server/kernel/settings.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const kinds = channelKinds.map(({ type, settings }) => ({ type, settings: settings.settings as Settings }));

/** What decides whether kinds can answer a setting under one name: words of choices are each kind's own. */
const shapeOf = (type: string, { kind, options, format, default: initial }: Setting): string =>
  [options ? type : kind, format === 'address', initial === null].join();

/** Settings that several kinds define differently: a query for both needs aliases. */
const ambiguous = new Set(
  [
    ...Map.groupBy(
      kinds.flatMap(({ type, settings }) =>
        Object.entries(settings).map(([name, setting]) => ({ name, shape: shapeOf(type, setting) })),
      ),
      ({ name }) => name,
    ),
  ]
    .filter(([, declared]) => new Set(declared.map(({ shape }) => shape)).size > 1)
    .map(([name]) => name),
);

/**
 * The name by which `channelSelection` answers a setting, where that is not its own. @param type of the
 * channel; absent: it is a setting of an item of a list
 */
export const responseNameOf = (name: string, { as }: Setting, type?: string): string | undefined =>
  type && ambiguous.has(name) ? `${type}${capital(name)}` : as;

const fieldsOf = (settings: Settings, type?: string): string =>
  Object.entries(settings)
    .map(([name, setting]) => {
      const { as = name, item } = setting;
      const answered = responseNameOf(name, setting, type) ?? name;
      const field = answered === as ? as : `${answered}: ${as}`;
      return item ? `${field} { ${fieldsOf(item.settings)} }` : field;
    })
    .join(' ');

/** GraphQL selection of the settings of a channel of any kind. */
export const channelSelection = kinds
  .map(({ type, settings }) => `... on ${capital(type)}Settings { ${fieldsOf(settings, type)} }`)
  .join('\n      ');
