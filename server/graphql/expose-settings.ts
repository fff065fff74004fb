import type { InputFieldRef } from '@pothos/core';
import { ValidationError, type FieldError } from '../kernel/errors.ts';
import type { ChangesOf, NamedGroup, Setting, SettingGroup, Settings } from '../kernel/settings.ts';
import { builder } from './builder.ts';
import { isWordsEnum, enumName } from './enum-names.ts';
import { globalIdOf, referredId } from './ids.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

const enums = new Map<string, ReturnType<typeof builder.enumType>>();

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The GraphQL type of a setting. A closed set of words is an enum. */
function typeOf(
  name: string,
  { kind, options, description, format, optionsAre }: Setting,
): 'Boolean' | 'Int' | 'ID' | 'String' | 'Date' | 'URL' {
  if (kind === 'flag') return 'Boolean';
  if (kind === 'day') return 'Date';
  if (kind === 'reference') return 'ID';
  if (kind === 'whole' || typeof options?.[0] === 'number') return 'Int';
  if (format === 'address') return 'URL';
  if (!options || !isWordsEnum(options)) return 'String';
  const typeName = optionsAre ?? capital(name);
  if (!enums.has(typeName))
    enums.set(
      typeName,
      builder.enumType(typeName, {
        description: ofValue(description),
        values: options.map(String) as readonly string[],
      }),
    );
  // Made while the program runs: Pothos cannot know its name beforehand, here and below.
  return enums.get(typeName) as never;
}

/** A description without its note on null, which enums don't have. */
const ofValue = (description: string): string =>
  description.replaceAll(/ Null(?: for\b|:)[^.]{0,300}\./g, '');

const number = (value: number): string => value.toLocaleString('en-US');

function limits({ kind, min, max, options }: Setting): string[] {
  if (kind === 'reference') return [];
  if (options && (typeof options[0] === 'number' || !isWordsEnum(options)))
    return [
      `One of ${options.map((option) => (typeof option === 'number' ? option : `\`${option}\``)).join(', ')}.`,
    ];
  if (kind === 'list') return [`At most ${number(max!)}.`];
  if (kind === 'whole')
    return [max === undefined ? `At least ${number(min!)}.` : `From ${number(min!)} to ${number(max)}.`];
  const fewest = min === 1 ? ['Must not be empty.'] : min ? [`At least ${number(min)} characters.`] : [];
  return max ? [...fewest, `At most ${number(max)} characters.`] : fewest;
}

/** Further documentation of a setting's input: its limits, and who may change it. */
function terms(setting: Setting): string[] {
  const { options, feature, features = {}, administratorsOnly } = setting;
  return [
    ...limits(setting),
    ...(feature ? [`Requires the \`${enumName(feature)}\` feature.`] : []),
    ...Object.entries(features as Readonly<Record<string, string>>).map(
      ([option, needed]) =>
        `\`${options && isWordsEnum(options) ? enumName(option) : option}\` requires the \`${enumName(needed)}\` feature.`,
    ),
    ...(administratorsOnly ? ['Only administrators can change it.'] : []),
  ];
}

/** The type of a table's rows as a named group of settings has them: a part of an object, with no id. */
export const settingsObject = <Model extends keyof Types['PrismaTypes'] & string>(
  model: Model,
  { settings, place }: NamedGroup,
) =>
  builder.prismaObject(model, {
    variant: `${capital(place.name)}Settings`,
    description: place.description,
    // Every table has an id, which the type of any of them does not say.
    select: { id: true } as never,
    // Fields generated from declarations have no static types.
    fields: (t) => settingFields(t, settings) as never,
  });

const objects = new Map<string, object>();

/** The type of what a list has. */
function itemType({ name, settings }: NonNullable<Setting['item']>, description: string): never {
  if (!objects.has(name))
    objects.set(
      name,
      builder
        .objectRef(name)
        // Fields generated from declarations have no static types.
        .implement({ description, fields: (t) => settingFields(t, settings, name) as never }),
    );
  // As with the enums.
  return [objects.get(name)] as never;
}

/** The same in an input. */
function itemInputType({ name, settings }: NonNullable<Setting['item']>, description: string): never {
  const inputName = `${name}Input`;
  if (!objects.has(inputName))
    objects.set(
      inputName,
      // Fields generated from declarations have no static types.
      builder.inputType(inputName, { description, fields: (t) => inputsOf(t, settings, name) as never }),
    );
  // As with the enums.
  return [objects.get(inputName)] as never;
}

/**
 * Fields of an object that has these settings under their names. @param owner before the names of enums that
 * are its alone
 */
export function settingFields(
  t: { expose: unknown; field: unknown },
  settings: Settings,
  owner = '',
): Record<string, never> {
  const expose = t.expose as (name: string, options: object) => never;
  const referring = t.field as (options: object) => never;
  return Object.fromEntries(
    Object.entries<Setting>(settings)
      .filter(([, { readable = true }]) => readable)
      .map(([name, setting]) => {
        const options = {
          type: setting.item
            ? itemType(setting.item, setting.description)
            : typeOf(owner + capital(name), setting),
          nullable: setting.default === null,
          description: [setting.description, ...describedOptions(setting)].join(' '),
        };
        const { as = name, node } = setting;
        return [
          as,
          node === undefined
            ? expose.call(t, name, options)
            : referring.call(t, {
                ...options,
                select: { [name]: true },
                resolve: (values: Readonly<Record<string, number | null>>) =>
                  globalIdOf(node, values[name] ?? null),
              }),
        ];
      }),
  );
}

/** Description of a field whose options are not an enum. */
const describedOptions = (setting: Setting): string[] =>
  setting.options && typeof setting.options[0] === 'string' && !isWordsEnum(setting.options)
    ? limits(setting)
    : [];

/**
 * Fields of an input that changes these settings: what is absent stays. @param owner before the names of
 * enums that are its alone
 */
export function settingInputs<Declared extends Settings>(
  t: { field: unknown },
  settings: Declared,
  owner = '',
): { [Key in keyof Declared]: InputFieldRef<Types, ChangesOf<Declared>[Key]> } {
  const field = t.field as (options: object) => never;
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, setting]) => [
      name,
      field.call(t, {
        type: setting.item
          ? itemInputType(setting.item, setting.description)
          : typeOf(owner + capital(name), setting),
        required: false,
        description: [setting.description, ...terms(setting)].join(' '),
      }),
    ]),
    // Entries lose which name has which type.
  ) as never;
}

/** Fields of an input that changes a thing's settings: those of a named group are together in one. */
export function groupInputs(t: { field: unknown }, groups: readonly SettingGroup<any>[]): {} {
  const field = t.field as (options: object) => never;
  const inputs = groups.map(({ settings, place }: SettingGroup) =>
    place
      ? {
          [place.name]: field.call(t, {
            type: groupInput(settings, place),
            required: false,
            description: place.description,
          }),
        }
      : inputsOf(t, settings),
  );
  return Object.assign({}, ...inputs) as {};
}

const groupInput = (settings: Settings, { name, description }: NamedGroup['place']) =>
  builder.inputType(`${capital(name)}SettingsInput`, {
    description,
    // As with the items of a list.
    fields: (t) => inputsOf(t, settings) as never,
  });

/** Inputs of settings, under their names there. @param owner as in `settingInputs` */
const inputsOf = (t: { field: unknown }, settings: Settings, owner = ''): object =>
  Object.fromEntries(
    Object.entries(settingInputs(t, settings, owner)).map(([name, input]) => [
      settings[name]!.as ?? name,
      input,
    ]),
  );

/**
 * What an input has of settings, by their own names and as they are kept; what is absent is left out.
 * @throws NotFoundError of the id of something else
 */
export const valuesIn = (
  settings: Settings,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Setting>(settings)
      .map(([name, setting]) => [name, keptValue(setting, given[setting.as ?? name])] as const)
      .filter(([, value]) => value !== undefined),
  );

function keptValue({ node, item }: Setting, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (item) return (value as Readonly<Record<string, unknown>>[]).map((one) => valuesIn(item.settings, one));
  return node === undefined ? value : referredId(node, value as string);
}

/** What an input calls what an error is about, a setting or a part of its value: `playlists.0.playlist`. */
export function inputField(settings: Settings, field: string): string {
  const [name, ...rest] = field.split('.');
  const { as = name, item } = settings[name!] ?? {};
  const [index, ...part] = rest;
  return item && part.length > 0
    ? [as, index, inputField(item.settings, part.join('.'))].join('.')
    : [as, ...rest].join('.');
}

/** Changes by the settings' own names, from an input that has those of a named group together. */
export function changesIn<Declared extends Settings>(
  { groups }: { groups: readonly SettingGroup<any>[]; settings: Declared },
  input: Readonly<Record<string, unknown>>,
): ChangesOf<Declared> {
  const changes = groups.map(({ settings, place }: SettingGroup) =>
    valuesIn(settings, ((place ? input[place.name] : input) ?? {}) as Readonly<Record<string, unknown>>),
  );
  // What each holds is checked by the input that it was declared with.
  return Object.assign({}, ...changes) as ChangesOf<Declared>;
}

/** The same errors, with the fields of the input in place of names. @param paths of those that differ */
export const errorsByPath = <Known extends FieldError>(
  errors: readonly Known[],
  paths: Readonly<Record<string, string>>,
): Known[] =>
  errors.map((error) => {
    const [name, ...rest] = error.field.split('.');
    return { ...error, field: [Object.hasOwn(paths, name!) ? paths[name!] : name, ...rest].join('.') };
  });

/** What `work` gives; a ValidationError names the fields of the input. @param paths as `errorsByPath` */
export async function namingInput<Result>(
  paths: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ValidationError
      ? new ValidationError(errorsByPath(error.fieldErrors, paths))
      : error;
  }
}
