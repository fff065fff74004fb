import type { InputFieldRef } from '@pothos/core';
import type { ChangesOf, Setting, Settings } from '../kernel/settings.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

const enums = new Map<string, ReturnType<typeof builder.enumType>>();

/** The GraphQL type of a setting. A closed set of words is an enum, named as the setting. */
function typeOf(name: string, { kind, options, description }: Setting): 'Boolean' | 'Int' | 'String' | 'Date' {
  if (kind === 'flag') return 'Boolean';
  if (kind === 'day') return 'Date';
  if (kind === 'whole' || typeof options?.[0] === 'number') return 'Int';
  if (!options) return 'String';
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  if (!enums.has(typeName))
    enums.set(typeName, builder.enumType(typeName, { description, values: options.map(String) as readonly string[] }));
  return enums.get(typeName) as never;
}

const number = (value: number): string => value.toLocaleString('en-US');

function limits({ kind, min, max, options }: Setting): string[] {
  if (typeof options?.[0] === 'number') return [`One of ${options.join(', ')}.`];
  if (kind === 'whole') return [max === undefined ? `At least ${number(min!)}.` : `From ${number(min!)} to ${number(max)}.`];
  const fewest = min === 1 ? ['Must not be empty.'] : min ? [`At least ${number(min)} characters.`] : [];
  return max ? [...fewest, `At most ${number(max)} characters.`] : fewest;
}

/** What else the documentation of a setting's input says: its limits, and who may change it. */
function terms(setting: Setting): string[] {
  const { feature, features = {}, administratorsOnly } = setting;
  return [
    ...limits(setting),
    ...(feature ? [`Requires the \`${feature}\` feature.`] : []),
    ...Object.entries(features).map(([option, needed]) => `\`${option}\` requires the \`${needed}\` feature.`),
    ...(administratorsOnly ? ['Only administrators can change it.'] : []),
  ];
}

/** Fields of an object that has these settings under their names. */
export function settingFields(t: { expose: unknown }, settings: Settings): Record<string, never> {
  const expose = t.expose as (name: string, options: object) => never;
  return Object.fromEntries(
    Object.entries<Setting>(settings)
      .filter(([, { readable = true }]) => readable)
      .map(([name, setting]) => [
        name,
        expose.call(t, name, { type: typeOf(name, setting), nullable: setting.default === null, description: setting.description }),
      ]),
  );
}

/** Fields of an input that changes these settings: what is absent stays. */
export function settingInputs<Declared extends Settings>(
  t: { field: unknown },
  settings: Declared,
): { [Key in keyof Declared]: InputFieldRef<Types, ChangesOf<Declared>[Key]> } {
  const field = t.field as (options: object) => never;
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, setting]) => [
      name,
      field.call(t, { type: typeOf(name, setting), required: false, description: [setting.description, ...terms(setting)].join(' ') }),
    ]),
  ) as never;
}
