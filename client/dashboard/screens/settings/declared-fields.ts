import type { declaredSettings_project$data } from '../../__generated__/declaredSettings_project.graphql.ts';
import { projectSettings } from '../../generated/project-settings.ts';
import { parsingWords } from '../../generated/words/parsing.ts';
import { currentWords } from '../../words/word-catalogue.ts';

type Declarations = typeof projectSettings;

/** The name of a setting of projects, as it is declared. */
export type SettingName = keyof Declarations;

/** A setting of projects as its declaration says. */
export interface DeclaredSetting {
  readonly kind: string;
  /** Of a text, what it is. */
  readonly format?: string;
  /** What a number counts. */
  readonly unit?: string;
  /** Of a number, its range; of a text, how many characters it may have. */
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly (string | number)[];
  readonly default: unknown;
  /** What has to be booked to change it. */
  readonly feature?: string;
  /** What some of the options need. */
  readonly features?: Readonly<Record<string, string>>;
  readonly administratorsOnly?: boolean;
  /** Where GraphQL has it: `['paywall', 'callToAction']`. */
  readonly path: readonly [string] | readonly [string, string];
}

const declarations: Readonly<Record<SettingName, DeclaredSetting>> = projectSettings;

/** How a setting is declared; undefined of what is no declared setting. */
export const declarationOf = (name: string): DeclaredSetting | undefined =>
  Object.hasOwn(declarations, name) ? declarations[name as SettingName] : undefined;

/** The settings of a group, in the order of their declarations. */
export const settingsIn = (group: string): SettingName[] =>
  (Object.keys(declarations) as SettingName[]).filter((name) => {
    const { path } = declarations[name];
    return path.length === 2 && path[0] === group;
  });

/** A picture that was uploaded. */
export interface Picture {
  readonly tag: string;
  readonly url: string;
}

/** What a form has of a setting: numbers and texts as typed, a picture with its address. */
type ValueOf<Declared> = Declared extends { kind: 'flag' }
  ? boolean
  : Declared extends { format: 'image' }
    ? Picture | null
    : Declared extends { options: readonly (infer Option)[]; default: infer Initial }
      ? Option | (Initial extends null ? null : never)
      : Declared extends { kind: 'reference' }
        ? string | null
        : Declared extends { kind: 'whole'; default: infer Initial }
          ? number | string | (Initial extends null ? null : never)
          : Declared extends { default: infer Initial }
            ? string | (Initial extends null ? null : never)
            : never;

export type DeclaredFields = { -readonly [Name in SettingName]: ValueOf<Declarations[Name]> };

/** The settings as they are saved, except pictures, which are read apart. */
export function declaredFields(
  project: Omit<declaredSettings_project$data, ' $fragmentType'>,
): Omit<DeclaredFields, 'cover'> {
  const read = Object.entries(declarations).filter(([, { format }]) => format !== 'image');
  // The fragment is made of the same declarations.
  return Object.fromEntries(
    read.map(
      ([
        name,
        {
          path: [first, second],
        },
      ]) => {
        const place = (project as Readonly<Record<string, unknown>>)[first];
        return [name, (second === undefined ? place : (place as Record<string, unknown>)[second]) ?? null];
      },
    ),
  ) as never;
}

/** What changed, as the mutation's input has it: settings in their groups. */
export function declaredInput(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(draft)) {
    const declared = declarationOf(name);
    if (!declared) continue;
    const [first, second] = declared.path;
    const sent = sentValue(declared, value);
    if (second === undefined) input[first] = sent;
    else input[first] = { ...(input[first] as object | undefined), [second]: sent };
  }
  return input;
}

function sentValue({ kind, format, default: initial }: DeclaredSetting, value: unknown): unknown {
  if (value === null) return null;
  if (kind === 'whole') return Number(value);
  if (format === 'image') return (value as Picture).tag;
  return kind === 'text' && initial === null && (value as string).trim() === '' ? null : value;
}

/** By the path of an input's field the name of the setting that it is. */
export const namesByPath: ReadonlyMap<string, string> = new Map(
  Object.entries(declarations).map(([name, { path }]) => [path.join('.'), name]),
);

/** What a setting's declaration says against a value, in words; what may be empty and is, is no problem. */
export function declaredProblem(
  { kind, min = 0, max = Infinity }: DeclaredSetting,
  value: unknown,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const w = currentWords(parsingWords);
  if (kind === 'whole') {
    // An emptied field is a string.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return undefined;
    return max === Infinity ? w.wholeFrom({ min }) : w.wholeBetween({ min, max });
  }
  if (kind !== 'text' || typeof value !== 'string') return undefined;
  if (value.length > max) return w.atMost({ characters: max });
  // One character at least means that it is required, which Save itself asks for.
  return min > 1 && value.trim().length < min ? w.atLeast({ characters: min }) : undefined;
}
