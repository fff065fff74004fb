import { z } from 'zod';
import type { FieldError } from './errors.ts';
import { storableText } from '../text/storable-text.ts';
import { featureErrors, type FeatureHolder, type Feature } from './features.ts';
import { kernelMessages } from './messages.ts';
import type { Message } from '../lib/declare-messages.ts';

/**
 * Settings are declared: what each is, its limits and its default, and who may change it. The check of
 * changes, the fields and inputs of GraphQL, how REST reads it and the limits of forms follow from the
 * declaration.
 */
export type SettingKind = 'flag' | 'whole' | 'text' | 'choice' | 'day' | 'list' | 'reference';

/**
 * What a text is, where that decides how it is entered and what else is checked: a sound or image of the
 * project, a color, CSS.
 */
export type TextFormat =
  'lines' | 'sound' | 'image' | 'color' | 'address' | 'css' | 'email' | 'localTime' | 'category';

interface Described<Value> {
  /** What it is, in a sentence of the schema's documentation; with what null means, where it may be null. */
  description: string;
  /** Its name in GraphQL within its group, where that says part of it already; else its own. */
  as?: string;
  /** Of a choice: what its enum is called in GraphQL where several settings share it; else as the setting. */
  optionsAre?: string;
  /** What a number counts, as it is written after it: `ms`, `%`. */
  unit?: string;
  /** Null: the setting may be empty, and is at first. */
  default: Value;
  /** What the organization must have booked to change it; of a flag, to switch it on. */
  feature?: Feature;
  /** Whether only the platform's administrators may change it. */
  administratorsOnly?: boolean;
  /** False: what is read has another form than what is written, and the area offers it. */
  readable?: boolean;
  /** Whether REST, which has what its specification names, neither takes nor answers it. */
  graphqlOnly?: boolean;
}

export interface Setting<Value = unknown> extends Described<Value> {
  kind: SettingKind;
  /** What values it may have, when it is not empty: its limits are in it. */
  type: z.ZodType<NonNullable<Value>>;
  /** Of a number, its range; of a text, how many characters it may have. */
  min?: number;
  max?: number;
  options?: readonly (string | number)[];
  /** Of a text. */
  format?: TextFormat;
  /** Of a text: whether what is beyond `max` is cut off rather than refused. */
  cut?: boolean;
  /** Of a reference, the type of GraphQL that it leads to. */
  node?: string;
  /** Of a list, what each of its items has, and what an item is called. */
  item?: { name: string; settings: Settings };
  /** What some of the options need the organization to have booked. */
  features?: Readonly<Record<string, Feature | undefined>>;
  /** What the value needs the organization to have booked; null: nothing. */
  featureOf(value: Value): Feature | null;
}

export type Settings = Readonly<Record<string, Setting<any>>>;
export type ValuesOf<Declared extends Settings> = {
  -readonly [Key in keyof Declared]: Declared[Key] extends Setting<infer Value> ? Value : never;
};
/**
 * Changes as they are sent: what is absent stays, null clears what may be empty and leaves the rest alone.
 */
export type ChangesOf<Declared extends Settings> = {
  [Key in keyof Declared]?: ValuesOf<Declared>[Key] | null | undefined;
};

const administratorsOnlyMessage = kernelMessages.SETTING_FOR_ADMINISTRATORS();

/** Int of GraphQL and integer of PostgreSQL. */
const largest = 2_147_483_647;

function setting<Value>(
  kind: SettingKind,
  type: z.ZodType,
  declared: Described<Value> & Partial<Setting<Value>>,
): Setting<Value> {
  // Zod's types are narrower than a setting's: a choice of 15 and 30 is a number everywhere else.
  return { featureOf: () => declared.feature ?? null, ...declared, kind, type: type as never };
}

/** On or off. Switching it off needs no booking. */
export const flag = (
  declared: Omit<Described<boolean>, 'default'> & { default?: boolean },
): Setting<boolean> =>
  setting('flag', z.boolean(), {
    default: false,
    featureOf: (on) => (on ? (declared.feature ?? null) : null),
    ...declared,
  });

/** A whole number. */
export const wholeNumber = <Value extends number | null>(
  declared: Described<Value> & { min: number; max?: number },
): Setting<Value extends null ? number | null : number> =>
  // With a value that may be null the description is the same; TypeScript keeps the two apart.
  setting(
    'whole',
    z
      .int()
      .min(declared.min)
      .max(declared.max ?? largest),
    // As said above.
    declared as never,
  );

/**
 * Something else, by its id: kept as the database's number, which REST has too; GraphQL has its global ID.
 * @param node its type in GraphQL
 */
export const reference = <Value extends number | null>(
  node: string,
  declared: Described<Value>,
): Setting<Value extends null ? number | null : number> =>
  // As above.
  setting('reference', z.int().min(1).max(largest), { node, min: 1, ...declared } as never);

/** A text, stored without the white space around it. @param declared.check what else is wrong with it */
export function text<Value extends string | null>(
  declared: Described<Value> & {
    min?: number;
    max?: number;
    format?: TextFormat;
    cut?: boolean;
    check?: (value: string) => Message | null;
  },
): Setting<Value extends null ? string | null : string> {
  const { min = 0, max = Infinity, check } = declared;
  const bounded = z.string().min(min);
  const type = max === Infinity ? bounded : bounded.max(max);
  // As above.
  return setting('text', check ? type.superRefine(refining(check)) : type, declared as never);
}

const refining =
  (check: (value: string) => Message | null) =>
  (value: string, context: z.RefinementCtx<string>): void => {
    const told = check(value);
    if (told !== null) context.addIssue({ code: 'custom', message: told.message, params: { told } });
  };

type Widened<Value> = Value extends string ? string : Value extends number ? number : Value;

/** One of several values. @param declared.features what some of them need */
export function choice<Option extends string | number, Value extends Option | null>(
  options: readonly Option[],
  declared: Described<Value> & { features?: { readonly [Key in Option]?: Feature } },
): Setting<Value extends null ? Widened<Option> | null : Widened<Option>> {
  const { features = {} as { [Key in Option]?: Feature } } = declared;
  const featureOf = (value: Option | null): Feature | null =>
    value === null ? null : (features[value] ?? declared.feature ?? null);
  // As above.
  return setting('choice', z.literal(options), {
    ...declared,
    options,
    featureOf,
  } as never) as Setting<never>;
}

/** A day, `YYYY-MM-DD`. There is no year 0, and no database can hold one. */
export const day = (declared: Described<null>): Setting<string | null> =>
  setting(
    'day',
    z.iso.date().refine((value) => !value.startsWith('0000')),
    declared,
  );

/**
 * Declares a list of items that each have settings. Empty by default.
 * @param declared.name name of an item, in types
 */
export function list<const Item extends Settings>(
  item: Item,
  declared: Omit<Described<never>, 'default'> & { name: string; max: number },
): Setting<ValuesOf<Item>[]> {
  const { name, max, ...described } = declared;
  const one = z.object(
    Object.fromEntries(
      Object.entries<Setting>(item).map(([key, { type, default: initial }]) => [
        key,
        initial === null ? type.nullable() : type,
      ]),
    ),
  );
  return setting('list', z.array(one).max(max), {
    default: [],
    ...described,
    max,
    item: { name, settings: item },
  });
}

/** Returns whether a value is valid for a setting, regardless of the user. */
export const isValueOf = ({ type, default: initial }: Setting, value: unknown): boolean =>
  value === null ? initial === null : type.safeParse(value).success;

/** Problems by setting; values other than texts are ignored. */
export type Problems<Declared extends Settings> = {
  [Key in keyof Declared]?: Message | false | null | undefined;
};

/** Settings that belong together. */
export interface SettingGroup<Declared extends Settings = Settings> {
  settings: Declared;
  /** Where GraphQL and forms have them under one name: that, and what they are. */
  place?: { name: string; description: string };
  /** Returns problems of the combined values, once each value alone is valid. */
  together?: (after: ValuesOf<Declared>, isChanged: (key: keyof Declared) => boolean) => Problems<Declared>;
}

export const settingGroup = <Declared extends Settings>(
  settings: Declared,
  together?: SettingGroup<Declared>['together'],
): SettingGroup<Declared> => ({ settings, ...(together && { together }) });

/** Declares a group of settings with its own name: `project { paywall { enabled } }`. */
export const namedGroup = <const Name extends string, Declared extends Settings>(
  name: Name,
  description: string,
  settings: Declared,
  together?: SettingGroup<Declared>['together'],
): NamedGroup<Declared, Name> => ({ ...settingGroup(settings, together), place: { name, description } });

export interface NamedGroup<
  Declared extends Settings = Settings,
  Name extends string = string,
> extends SettingGroup<Declared> {
  place: { name: Name; description: string };
}

/** Where GraphQL has the settings of named groups, by their own names: `paywall.callToAction`. */
export const pathsOf = (groups: readonly SettingGroup<any>[]): Record<string, string> =>
  Object.fromEntries(
    groups.flatMap(({ settings, place }: SettingGroup) =>
      place ? Object.entries(settings).map(([name, { as = name }]) => [name, `${place.name}.${as}`]) : [],
    ),
  );

function tidy(settings: Settings, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const tidied: Record<string, unknown> = {};
  for (const [key, { default: initial, item, cut, max }] of Object.entries<Setting>(settings)) {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (value === undefined) continue;
    const clean =
      item && Array.isArray(value)
        ? // What is no object has none of the settings.
          value.map((one: unknown) => ({
            ...defaultsOf(item.settings),
            ...tidy(item.settings, Object(one) as Record<string, unknown>),
          }))
        : typeof value === 'string'
          ? storableText(value)
              .trim()
              .slice(0, cut ? max : undefined)
          : value;
    if (initial === null) tidied[key] = clean === '' ? null : clean;
    else if (clean !== null) tidied[key] = clean;
  }
  return tidied;
}

const isSame = (value: unknown, other: unknown): boolean =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other));

/**
 * Returns the problems of a value that is not null, to report beside it: the first one of each position. An
 * item of a list is named by its position: `channels.0.name`.
 */
export function problemsOf(setting: Setting, key: string, value: {}): FieldError[] {
  const { issues = [] } = setting.type.safeParse(value, { reportInput: true }).error ?? {};
  const whole = issues.find(({ path }) => path.length === 0);
  if (whole) return [{ field: key, ...inWords(setting, whole) }];
  const places = Map.groupBy(issues, ({ path }) => path.join('.'));
  return [...places].map(([path, [issue]]) => ({
    field: `${key}.${path}`,
    ...inWords(setting.item!.settings[String(issue!.path.at(-1))] ?? setting, issue!),
  }));
}

/** What an issue that Zod finds with a setting's value is to people. */
function inWords({ kind, min = 0, max, options = [] }: Setting, issue: z.core.$ZodIssue): Message {
  // Of a text's own check, see `refining`.
  if (issue.code === 'custom' && kind === 'text') return issue.params!['told'] as Message;
  switch (kind) {
    case 'flag':
      return kernelMessages.NOT_A_FLAG();
    case 'whole':
    case 'reference':
      return max === undefined
        ? kernelMessages.NOT_WHOLE({ least: min })
        : kernelMessages.NOT_WHOLE_WITHIN({ least: min, most: max });
    case 'choice':
      return kernelMessages.NOT_AN_OPTION({ options: options.join(', ') });
    case 'day':
      return kernelMessages.NOT_A_DAY();
    case 'list':
      return issue.code === 'too_big'
        ? kernelMessages.TOO_MANY_ITEMS({ most: max! })
        : kernelMessages.NOT_A_LIST();
    case 'text':
      if (issue.code === 'too_big') return kernelMessages.TOO_LONG({ most: max! });
      if (issue.code !== 'too_small') return kernelMessages.NOT_A_TEXT();
      return issue.input === '' ? kernelMessages.FIELD_REQUIRED() : kernelMessages.TOO_SHORT({ least: min });
  }
}

/** Returns the default values of settings. */
export const defaultsOf = <Declared extends Settings>(settings: Declared): ValuesOf<Declared> =>
  Object.fromEntries(
    Object.entries<Setting>(settings).map(([key, { default: initial }]) => [key, initial]),
  ) as ValuesOf<Declared>;

/** Who changes settings. */
export interface Changer extends FeatureHolder {
  isAdministrator: boolean;
}

/** What changes to a thing's settings may be: the thing has these groups of settings. */
export class SettingsSchema<Declared extends Settings> {
  readonly settings: Declared;
  readonly groups: readonly SettingGroup<any>[];

  constructor(groups: readonly SettingGroup<any>[], settings: Declared) {
    this.groups = groups;
    this.settings = settings;
  }

  /**
   * Changes that may matter: known settings that were sent, texts without the white space around them, an
   * empty one as null where it may be.
   */
  tidy(given: Readonly<Record<string, unknown>>): Partial<ValuesOf<Declared>> {
    const tidied = tidy(this.settings, given);
    return tidied as Partial<ValuesOf<Declared>>;
  }

  /**
   * Returns the problems of changes. A setting that keeps its value requires no feature and no right, so that
   * a client may send back all values that it got.
   * @param changes tidied
   */
  problems(before: ValuesOf<Declared>, changes: Partial<ValuesOf<Declared>>, changer: Changer): FieldError[] {
    const problems = new Map<string, FieldError>();
    const add = (error: FieldError): void =>
      void (problems.has(error.field) || problems.set(error.field, error));
    for (const key of Object.keys(changes)) {
      const { [key]: declared }: Settings = this.settings;
      const value: unknown = changes[key];
      if (!declared || isSame(value, before[key])) continue;
      if (value !== null) problemsOf(declared, key, value as {}).forEach(add);
      const feature = declared.featureOf(value);
      if (feature) featureErrors(changer, feature, key).forEach(add);
      if (declared.administratorsOnly && !changer.isAdministrator)
        add({ field: key, ...administratorsOnlyMessage });
    }
    const after = { ...before, ...changes };
    for (const { together } of this.groups) {
      if (together)
        // A group is given at least its own settings.
        for (const [field, problem] of Object.entries(together(after as never, (key) => key in changes)))
          if (problem) add({ field, ...(problem as Message) });
    }
    return [...problems.values()];
  }
}

type Merged<Groups extends readonly SettingGroup<any>[]> = Groups extends readonly [
  SettingGroup<infer First>,
  ...infer Rest extends readonly SettingGroup<any>[],
]
  ? First & Merged<Rest>
  : unknown;

/** The settings of a kind of thing. */
export function settingsSchema<const Groups extends readonly SettingGroup<any>[]>(
  ...groups: Groups
): SettingsSchema<Merged<Groups> & Settings> {
  return new SettingsSchema(
    groups,
    Object.assign({}, ...groups.map(({ settings }) => settings)) as Merged<Groups> & Settings,
  );
}
