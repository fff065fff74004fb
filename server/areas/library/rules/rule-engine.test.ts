import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsMax } from '../../../product.ts';
import { actions } from './actions/registry.ts';
import { conditions } from './conditions/registry.ts';
import { comparable } from './rule-text.ts';
import { applyRules } from './rule-engine.ts';
import {
  emptyOutcome,
  ruleOutcome,
  type Predicate,
  type ProcessingRule,
  type RuleAction,
  type RuleFacts,
  type RuleOutcome,
} from './rule-outcome.ts';
import { runs } from '../../../../tests/support/full.ts';

const facts: RuleFacts = {
  title: 'Der Sport am Sonntag',
  text: 'Zwölf Boxkämpfer jagen Viktor.',
  url: 'https://example.com/sport/k%C3%B6ln',
  labels: ['Sport', 'Breaking News'],
  voice: 'offline:de-DE-Anna',
  status: 'parsed',
};
const always: Predicate = { operator: 'always', subject: 'article', value: '' };
const when = (subject: string, operator: string, value: string): Predicate => ({ subject, operator, value });
const then = (action: string, ...values: string[]): RuleAction => ({ action, values });
const rule = (predicates: Predicate[], ...does: RuleAction[]): ProcessingRule => ({
  id: 1,
  name: `Rule ${does.map(({ action }) => action).join()}`,
  predicates,
  actions: does,
});
const outcome = (over: object) => ({ ...emptyOutcome(), ...over });

describe('conditions', () => {
  const holds = (predicate: Predicate, over: Partial<RuleFacts> = {}): boolean =>
    applyRules(
      [rule([predicate, when('status', 'equals', over.status ?? 'parsed')], then('set_label', 'held'))],
      { ...facts, ...over },
    ).labels.length > 0;

  it.each([
    [always],
    [when('title', 'contains', 'SPORT')],
    [when('text', 'contains', 'boxkämpfer')],
    [when('title_or_text', 'contains', 'sonntag')],
    [when('title_or_text', 'contains', 'viktor')],
    [when('label', 'is', 'politik, breaking news')],
    [when('length', 'greater_than', '29')],
    [when('length', 'less_than', '31')],
    [when('url', 'contains', '/SPORT/')],
    [when('url', 'contains', 'köln')],
    [when('voice', 'equals', 'offline:de-DE-Anna')],
    [when('status', 'equals', 'parsed')],
  ])('%j holds', (predicate) => {
    expect(holds(predicate)).toBe(true);
  });

  it.each([
    [when('title', 'contains', 'Viktor')],
    [when('text', 'contains', 'Sonntag')],
    [when('title_or_text', 'contains', 'Politik')],
    [when('label', 'is', 'Breaking')],
    [when('label', 'is', 'Breaking, News')],
    [when('length', 'greater_than', '30')],
    [when('length', 'less_than', '30')],
    [when('url', 'contains', 'politik')],
    [when('voice', 'equals', 'offline:de-DE-Otto')],
    [when('status', 'equals', 'ready')],
    [when('length', 'greater_than', 'many')],
    [when('title', 'contains', '')],
    [when('moon', 'contains', 'a')],
  ])('%j does not hold', (predicate) => {
    expect(holds(predicate)).toBe(false);
  });

  it('accept an article without URL, and a URL that cannot be decoded', () => {
    expect(holds(when('url', 'contains', 'e'), { url: null })).toBe(false);
    expect(holds(when('url', 'contains', '%E0%A4'), { url: 'https://example.com/%E0%A4%A' })).toBe(true);
  });

  it('apply a rule only if all are met', () => {
    const two = [when('title', 'contains', 'sport'), when('text', 'contains', 'nothing of the kind')];
    expect(applyRules([rule(two, then('skip_title'))], facts)).toEqual(emptyOutcome());
    expect(applyRules([rule(two.slice(0, 1), then('skip_title'))], facts).skipTitle).toBe(true);
    expect(applyRules([rule([], then('skip_title'))], facts)).toEqual(emptyOutcome());
  });
});

describe('actions', () => {
  it.each([
    [then('skip_title'), { skipTitle: true }],
    [then('skip_text'), { skipText: true }],
    [then('say_as', 'offline:a', 'offline:b'), { voices: ['offline:a', 'offline:b'] }],
    [then('set_label', 'Kultur, sport'), { labels: ['Kultur'] }],
    [then('set_status', 'rejected'), { status: { to: 'rejected', rule: 'Rule set_status', ruleId: 1 } }],
    [then('background_music', 'sound-a', 'sound-b'), { music: ['sound-a', 'sound-b'] }],
    [then('audio_logo', 'sound-a'), { logo: 'sound-a' }],
    [then('volume_boost', '-30'), { volumeBoost: -30 }],
    [then('chunk_strategy', 'voice_tag_paragraphs'), { chunkStrategy: 'voice_tag_paragraphs' }],
  ])('%j', (action, changes) => {
    expect(applyRules([rule([always], action)], facts)).toEqual(
      outcome({ ...changes, applied: [`Rule ${action.action}`] }),
    );
  });

  it.each([
    [then('volume_boost', '15')],
    [then('volume_boost', 'NaN')],
    [then('volume_boost')],
    [then('say_as')],
    [then('audio_logo', '../x')],
    [then('set_status', 'deleted')],
    [then('moon')],
    [then('chunk_strategy', 'sentences', 'paragraphs')],
  ])('%j does nothing', (action) => {
    expect(applyRules([rule([always], action)], facts)).toEqual(emptyOutcome());
  });

  it('have unique names', () => {
    expect(new Set(actions.map(({ action }) => action)).size).toBe(actions.length);
    expect(new Set(conditions.map(({ operator, subject }) => `${operator} ${subject}`)).size).toBe(
      conditions.length,
    );
  });
});

describe('the outcome of rules', () => {
  it('gets the default for an action that a later release added', () => {
    const before: Partial<RuleOutcome> = { ...emptyOutcome(), skipTitle: true, applied: ['Short'] };
    delete before.volumeBoost;
    expect(ruleOutcome.parse(before)).toEqual({ ...before, volumeBoost: 0 });
  });

  it('has separate fields per action, and shares no state between articles', () => {
    const names = actions.flatMap(({ effect }) => Object.keys(effect));
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(emptyOutcome()).sort()).toEqual([...names, 'applied'].sort());
    emptyOutcome().labels.push('sea');
    expect(emptyOutcome().labels).toEqual([]);
  });
});

describe('several rules', () => {
  it('the last rule to set an option wins, and other options stay', () => {
    const applied = applyRules(
      [
        rule(
          [always],
          then('say_as', 'offline:a', 'offline:b'),
          then('volume_boost', '50'),
          then('skip_title'),
        ),
        rule([always], then('say_as', 'offline:c'), then('background_music', 'x', 'y')),
        rule([when('label', 'is', 'no such')], then('volume_boost', '0')),
        rule([always], then('background_music', 'z')),
      ],
      facts,
    );
    expect(applied).toMatchObject({ voices: ['offline:c'], volumeBoost: 50, skipTitle: true, music: ['z'] });
    expect(applied.applied).toHaveLength(3);
  });

  it('see labels that earlier rules have set, but not those of later rules', () => {
    const reject = rule([when('label', 'is', 'flagged')], then('set_status', 'rejected'));
    const flag = rule([always], then('set_label', 'Flagged'));
    expect(applyRules([flag, reject], facts).status?.to).toBe('rejected');
    expect(applyRules([reject, flag], facts).status).toBeNull();
  });

  it('add no more labels than an article may have', () => {
    const labels = Array.from({ length: labelsMax - 1 }, (_, index) => `l${index}`);
    expect(applyRules([rule([always], then('set_label', 'a, b, c'))], { ...facts, labels }).labels).toEqual([
      'a',
    ]);
    expect(
      applyRules([rule([always], then('set_label', 'a'))], { ...facts, labels: [...labels, 'x', 'y'] })
        .labels,
    ).toEqual([]);
  });
});

describe('once an article is ready or errored', () => {
  const ready = { ...facts, status: 'ready' as const };
  const atReady = when('status', 'equals', 'ready');

  it('only rules for that state apply, and only their labels and status', () => {
    const all = [
      then('skip_title'),
      then('say_as', 'offline:a'),
      then('set_label', 'heard'),
      then('set_status', 'errored'),
      then('volume_boost', '10'),
    ];
    const name = `Rule ${all.map(({ action }) => action).join()}`;
    expect(applyRules([rule([atReady], ...all)], ready)).toEqual(
      outcome({ labels: ['heard'], status: { to: 'errored', rule: name, ruleId: 1 }, applied: [name] }),
    );
    expect(applyRules([rule([always], ...all)], ready)).toEqual(emptyOutcome());
    expect(applyRules([rule([atReady], ...all)], facts)).toEqual(emptyOutcome());
  });

  it('a rule whose actions all come too late does not count as applied', () => {
    expect(applyRules([rule([atReady], then('skip_title'))], ready).applied).toEqual([]);
  });
});

describe('any rules', () => {
  const value = fc.oneof(
    fc.constantFrom(
      'Sport',
      '10',
      '-40',
      'parsed',
      'ready',
      'rejected',
      'offline:a',
      'sound-a',
      'paragraphs',
      '',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const predicate = fc.oneof(
    fc
      .record({ kind: fc.constantFrom(...conditions), value })
      .map(({ kind: { operator, subject }, value: given }) => ({ operator, subject, value: given })),
    fc.record({ operator: fc.string(), subject: fc.string(), value }),
  );
  const action = fc.record({
    action: fc.oneof(fc.constantFrom(...actions.map((kind) => kind.action)), fc.string()),
    values: fc.array(value, { maxLength: 3 }),
  });
  const rules = fc.array(
    fc.record({
      id: fc.nat(),
      name: fc.string(),
      predicates: fc.array(predicate, { maxLength: 3 }),
      actions: fc.array(action, { maxLength: 3 }),
    }),
    { maxLength: 6 },
  );
  const anyFacts: fc.Arbitrary<RuleFacts> = fc.record({
    title: fc.string({ unit: 'binary' }),
    text: fc.string({ unit: 'binary' }),
    url: fc.option(fc.string()),
    labels: fc.array(fc.string(), { maxLength: 3 }),
    voice: fc.constantFrom('offline:a', 'offline:b'),
    status: fc.constantFrom('parsed', 'ready', 'errored'),
  });

  it('give a valid and repeatable outcome, and do not modify their input', () => {
    fc.assert(
      fc.property(rules, anyFacts, (given, of) => {
        const before = structuredClone([given, of]);
        const result = applyRules(given, of);
        expect([given, of]).toEqual(before);
        expect(applyRules(given, of)).toEqual(result);
        expect(result.volumeBoost % 10).toBeCloseTo(0);
        expect(Math.abs(result.volumeBoost)).toBeLessThanOrEqual(100);
        const labels = [...of.labels, ...result.labels].map(comparable);
        for (const label of result.labels)
          expect(labels.filter((one) => one === comparable(label))).toHaveLength(1);
        if (of.status !== 'parsed')
          expect({ ...result, labels: [], status: null, applied: [] }).toEqual(emptyOutcome());
        if (result.applied.length === 0) expect(result).toEqual(emptyOutcome());
      }),
      { numRuns: runs(100, 500) },
    );
  });

  it('add no labels when they are applied a second time', () => {
    const labelling = fc.array(
      fc.record({ if: fc.constantFrom('a', 'b', 'c', 'd'), set: fc.constantFrom('a', 'b', 'C', 'd, e') }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(labelling, (steps) => {
        const given = steps.map((step) => rule([when('label', 'is', step.if)], then('set_label', step.set)));
        const repeated = Array.from({ length: 5 }, () => given).flat();
        const once = applyRules(repeated, { ...facts, labels: ['a'] });
        expect(applyRules(repeated, { ...facts, labels: ['a', ...once.labels] }).labels).toEqual([]);
      }),
    );
  });

  it('the last rule overrides all earlier rules in everything that it sets', () => {
    fc.assert(
      fc.property(rules, fc.constantFrom('-100', '0', '20'), (given, boost) => {
        const last = rule(
          [always],
          then('volume_boost', boost),
          then('say_as', 'offline:z'),
          then('audio_logo', 'l'),
          then('chunk_strategy', 'paragraphs'),
        );
        expect(applyRules([...given, last], facts)).toMatchObject({
          volumeBoost: Number(boost),
          voices: ['offline:z'],
          logo: 'l',
          chunkStrategy: 'paragraphs',
        });
      }),
    );
  });
});
