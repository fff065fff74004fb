import { z } from 'zod';
import { readTextDiff, textDiff, type DiffPart } from '../../../text/text-diff.ts';
import {
  loggedAction,
  loggedCondition,
  loggedRule,
  type LoggedActionBody,
  type LoggedConditionBody,
  type LoggedRuleBody,
} from './logged-rule-schema.ts';
import { referencedTypeOf, type ReferencedType } from './referenced-types.ts';

/** What an entry of a project's log keeps of an action. */
const logBody = z.looseObject({
  changes: z
    .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
    .optional(),
});

/** A value of a log, which clients say in their readers' language. */
export type LoggedValue =
  | { kind: 'flag'; isOn: boolean }
  | { kind: 'number'; number: number }
  | { kind: 'text'; text: string }
  | { kind: 'option'; option: string }
  | { kind: 'moment'; moment: Date }
  | LoggedName
  | { kind: 'record'; parts: LoggedDetail[] }
  | LoggedCondition
  | LoggedAction
  | LoggedRule;

/** A condition of a processing rule. */
export interface LoggedCondition {
  kind: 'condition';
  operator: string;
  subject: string;
  values: LoggedValue[];
}

/** An action of a processing rule. */
export interface LoggedAction {
  kind: 'action';
  action: string;
  values: LoggedValue[];
}

/** A processing rule. */
export interface LoggedRule {
  kind: 'rule';
  name: string;
  conditions: LoggedCondition[];
  actions: LoggedAction[];
}

/** Something with an id. `name` is null where it is gone, or where the reader may not see it. */
export interface LoggedName {
  kind: 'name';
  of: ReferencedType;
  id: string;
  name: string | null;
}

/** Values before and after a change: one value, or one for each item of a list; empty if there was none. */
export interface LoggedChange {
  field: string;
  from: LoggedValue[];
  to: LoggedValue[];
  isList: boolean;
  /** Results of the pieces of a text with several words. */
  diff: DiffPart[] | null;
}

/** Something else that is known of the action, or a part of a value. */
export interface LoggedDetail {
  field: string;
  values: LoggedValue[];
}

/** What an id is called by people; null where it is gone, or not the reader's to see. */
export type NameOf = (kind: ReferencedType, id: string | number) => Promise<string | null>;

/** What an action changed, with names for ids. @throws z.ZodError where this is no entry's body */
export async function changesIn(body: unknown, nameOf: NameOf): Promise<LoggedChange[]> {
  return Promise.all(
    Object.entries(logBody.parse(body).changes ?? {}).map(async ([field, { from, to }]) => ({
      field,
      from: await valuesOf(field, from, nameOf),
      to: await valuesOf(field, to, nameOf),
      isList: [from, to].some((value) => typeof value === 'object' && value !== null),
      diff: diffOf(from, to),
    })),
  );
}

/** What else is known of it. @throws z.ZodError where this is no entry's body */
export async function detailsIn(body: unknown, nameOf: NameOf): Promise<LoggedDetail[]> {
  const { changes: _, ...details } = logBody.parse(body);
  return detailsOf(details, nameOf);
}

/** What of a list was added or removed, each as often as that; nothing where only the order changed. */
export function missingValues(list: readonly LoggedValue[], other: readonly LoggedValue[]): LoggedValue[] {
  const left = other.map((value) => JSON.stringify(value));
  return list.filter((one) => {
    const at = left.indexOf(JSON.stringify(one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Texts with fewer words are shown as one for the other. */
const diffWords = 4;

function diffOf(from: unknown, to: unknown): DiffPart[] | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  if ([from, to].every((text) => text.trim().split(/\s+/).length < diffWords)) return null;
  const diff = textDiff(from, to);
  return diff === null ? null : readTextDiff(diff);
}

const detailsOf = (record: object, nameOf: NameOf): Promise<LoggedDetail[]> =>
  Promise.all(
    Object.entries(record).map(async ([field, value]) => ({
      field,
      values: await valuesOf(field, value, nameOf),
    })),
  );

/** The values of a field: of a list each, of a record each of its parts. */
async function valuesOf(field: string, value: unknown, nameOf: NameOf): Promise<LoggedValue[]> {
  const list = Array.isArray(value)
    ? (value as unknown[])
    : isRecord(value)
      ? Object.entries(value).map(([name, part]) => ({ [name]: part }))
      : [value];
  return (await Promise.all(list.map((one) => valueOf(field, one, nameOf)))).flat();
}

/** Returns one value, or none. Records are not nested: deeper values are formatted as JSON. */
async function valueOf(
  field: string,
  value: unknown,
  nameOf: NameOf,
  isWithin = false,
): Promise<LoggedValue[]> {
  if (value === null || value === undefined) return [];
  if (isRecord(value) && !isWithin) {
    const rule = await ruleValue(value, nameOf);
    if (rule) return [rule];
    const parts = Object.entries(value).map(async ([name, part]) => {
      const list = Array.isArray(part) ? (part as unknown[]) : [part];
      const values = await Promise.all(list.map((one) => valueOf(name, one, nameOf, true)));
      return { field: name, values: values.flat() };
    });
    return [{ kind: 'record', parts: (await Promise.all(parts)).filter(({ values }) => values.length > 0) }];
  }
  if (typeof value === 'boolean') return [{ kind: 'flag', isOn: value }];
  if (typeof value !== 'string' && typeof value !== 'number')
    return [{ kind: 'text', text: JSON.stringify(value) }];
  const of = referencedTypeOf(field);
  if (of) return [{ kind: 'name', of, id: String(value), name: await nameOf(of, value) }];
  if (typeof value === 'number') return [{ kind: 'number', number: value }];
  return [isMoment(value) ? { kind: 'moment', moment: new Date(value) } : { kind: 'text', text: value }];
}

/** A rule, or a part of one; null: it is something else. */
async function ruleValue(value: object, nameOf: NameOf): Promise<LoggedValue | null> {
  const rule = loggedRule.safeParse(value).data;
  if (rule) return ruleIn(rule, nameOf);
  const condition = loggedCondition.safeParse(value).data;
  if (condition) return conditionIn(condition, nameOf);
  const action = loggedAction.safeParse(value).data;
  return action ? actionIn(action, nameOf) : null;
}

const ruleIn = async (
  { name, predicates, actions }: LoggedRuleBody,
  nameOf: NameOf,
): Promise<LoggedRule> => ({
  kind: 'rule',
  name,
  conditions: await Promise.all(predicates.map((one) => conditionIn(one, nameOf))),
  actions: await Promise.all(actions.map((one) => actionIn(one, nameOf))),
});

const conditionIn = async (
  { operator, subject, kind, value }: LoggedConditionBody,
  nameOf: NameOf,
): Promise<LoggedCondition> => ({
  kind: 'condition',
  operator,
  subject,
  values: await ruleValues(kind, value === '' ? [] : [value], nameOf),
});

const actionIn = async (
  { action, kind, values }: LoggedActionBody,
  nameOf: NameOf,
): Promise<LoggedAction> => ({ kind: 'action', action, values: await ruleValues(kind, values, nameOf) });

const ruleValues = (kind: string, values: readonly string[], nameOf: NameOf): Promise<LoggedValue[]> =>
  Promise.all(
    values.map(async (value): Promise<LoggedValue> => {
      switch (kind) {
        case 'voice':
        case 'sound':
          return { kind: 'name', of: kind, id: value, name: await nameOf(kind, value) };
        case 'number':
        case 'range':
          return { kind: 'number', number: Number(value) };
        case 'options':
          return { kind: 'option', option: value };
        default:
          return { kind: 'text', text: value };
      }
    }),
  );

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As JSON has a `Date`. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
