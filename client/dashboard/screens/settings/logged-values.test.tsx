import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage, type Language } from '../../words/language.ts';
import { wordsLoaded } from '../../words/words-part.ts';
import { loggedInWords, loggedLabel, logSubjectOf } from './logged-values.ts';

type Key = Parameters<typeof loggedInWords>[2];

/** As Relay hands it on: what a fragment asked for lies under its name. */
const inFragments = (value: object): Key => {
  const within = {
    ...value,
    __fragments: { loggedValues_scalar: value, loggedRules_part: value, loggedRules_value: value },
  };
  // Relay's types of fragments hide what they hold.
  return { __fragments: { loggedValues_value: within } } as unknown as Key;
};
const flag = (isOn: boolean) => ({ __typename: 'LoggedFlag', isOn });
const number = (value: number) => ({ __typename: 'LoggedNumber', number: value });
const text = (value: string) => ({ __typename: 'LoggedText', text: value });
const called = (kind: string, databaseId: string, name: string | null) => ({
  __typename: 'LoggedName',
  kind,
  databaseId,
  name,
});
const feed = {
  __typename: 'LoggedRecord',
  parts: [
    { field: 'url', values: [inFragments(text('https://a.example'))].map(scalarOf) },
    { field: 'type', values: [inFragments(text('rss'))].map(scalarOf) },
  ],
};

function scalarOf(key: Key): unknown {
  return (key as unknown as { __fragments: { loggedValues_value: object } }).__fragments.loggedValues_value;
}

const inScalars = (values: object[]) => values.map((value) => scalarOf(inFragments(value)));
const condition = (operator: string, subject: string, ...values: object[]) => ({
  __typename: 'LoggedCondition',
  operator,
  subject,
  values: inScalars(values),
});
const action = (kind: string, ...values: object[]) => ({
  __typename: 'LoggedAction',
  action: kind,
  values: inScalars(values),
});
const option = (value: string) => ({ __typename: 'LoggedOption', option: value });
const longReads = {
  __typename: 'LoggedRule',
  title: 'Long reads',
  conditions: [
    condition('greater_than', 'length', number(2_000)),
    condition('contains', 'title', text('Live')),
  ],
  actions: [
    action('say_as', called('VOICE', 'offline:emil', 'Emil'), called('VOICE', 'gone', null)),
    action('skip_title'),
  ],
};

type Example = [code: string, field: string, value: object, label: string, said: string];

const examples: Record<Language, Example[]> = {
  en: [
    ['SETTINGS_CHANGED', 'limitEnabled', flag(true), 'Limit characters per day', 'on'],
    ['SETTINGS_CHANGED', 'pauseSentence', number(1_250), 'Pause after sentence', '1,250 ms'],
    ['SETTINGS_CHANGED', 'audioBitrate', number(64), 'Audio quality', '64 kbit/s'],
    ['SETTINGS_CHANGED', 'articlesFromDate', text('2026-03-01'), 'Include articles from', '1 Mar 2026'],
    ['SETTINGS_CHANGED', 'voiceLanguage', text('de-DE'), 'Language', 'German (Germany)'],
    ['SETTINGS_CHANGED', 'cover', text('x81'), 'Cover image', 'The cover'],
    ['SETTINGS_CHANGED', 'organizationId', called('ORGANIZATION', '3', 'Gazette'), 'Organization', 'Gazette'],
    ['REPORTS_CHANGED', 'emailReportsPeriod', text('weekly'), 'Report period', 'weekly'],
    ['CONFIGURATION_CLONED', 'parts', text('audio_ads'), 'Parts', 'Audio ads'],
    ['PROJECT_CREATED', 'sources', feed, 'Sources', 'URL: https://a.example, Type: RSS feed'],
    ['CHANNEL_CHANGED', 'explicit', flag(false), 'Explicit content', 'off'],
    ['CHANNEL_ADDED', 'type', text('json'), 'Type', 'JSON-feed'],
    ['PLAYLIST_CHANGED', 'introFile', text('a1'), 'Intro: sound file', 'a1'],
    ['RULE_ADDED', 'name', text('No sports'), 'Name', 'No sports'],
    ['RULE_ADDED', 'predicates', text('Title contains "Sport"'), 'Conditions', 'Title contains "Sport"'],
    [
      'RULE_ADDED',
      'predicates',
      condition('contains', 'title', text('Sport')),
      'Conditions',
      'Title contains: “Sport”',
    ],
    ['RULE_ADDED', 'actions', action('volume_boost', number(-20)), 'Actions', 'Volume boost: −20'],
    [
      'RULES_REPLACED',
      'processingRules',
      longReads,
      'Processing rules',
      'Long reads: IF length greater than 2,000 AND title contains “Live” THEN say as another voice Emil or a voice no longer available AND skip title',
    ],
    ['SOURCE_CHANGED', 'source', called('SOURCE', '7', 'api'), 'Source', 'API'],
    ['OF_TOMORROW', 'somethingNew', text('as it is'), 'Something new', 'as it is'],
  ],
  de: [
    ['SETTINGS_CHANGED', 'limitEnabled', flag(true), 'Vertonte Zeichen pro Tag begrenzen', 'an'],
    ['SETTINGS_CHANGED', 'pauseSentence', number(1_250), 'Pause nach einem Satz', '1.250 ms'],
    ['SETTINGS_CHANGED', 'articlesFromDate', text('2026-03-01'), 'Artikel übernehmen ab', '01.03.2026'],
    ['SETTINGS_CHANGED', 'voiceLanguage', text('de-DE'), 'Sprache', 'Deutsch (Deutschland)'],
    [
      'SETTINGS_CHANGED',
      'children',
      called('PROJECT', '5', null),
      'Neue Artikel kopieren nach',
      'Projekt 5 (gelöscht oder für Sie nicht sichtbar)',
    ],
    ['CHANNEL_ADDED', 'type', text('player'), 'Art', 'Integrierter Webplayer'],
    [
      'RULE_ADDED',
      'actions',
      action('set_status', option('rejected')),
      'Aktionen',
      'Status setzen: abgelehnt',
    ],
    [
      'RULE_ADDED',
      'actions',
      action('audio_logo', called('SOUND', 'x', null)),
      'Aktionen',
      'Audiologo voranstellen: ein gelöschter Ton',
    ],
  ],
  fr: [
    ['SETTINGS_CHANGED', 'pauseSentence', number(1_250), 'Pause après une phrase', '1\u{202f}250\u{a0}ms'],
    [
      'SETTINGS_CHANGED',
      'articlesFromDate',
      text('2026-03-01'),
      'Importer les articles à partir du',
      '1 mars 2026',
    ],
    ['PROJECT_CREATED', 'sources', feed, 'Sources', 'URL\u{a0}: https://a.example, Type\u{a0}: Flux RSS'],
    ['CHANNEL_ADDED', 'type', text('json'), 'Type', 'Flux JSON'],
    [
      'RULE_ADDED',
      'predicates',
      condition('equals', 'status', option('parsed')),
      'Conditions',
      'Le statut est\u{a0}: analysé',
    ],
  ],
};

afterAll(() => chooseLanguage('en'));

describe.each(Object.keys(examples) as Language[])('in %s', (language) => {
  beforeAll(async () => {
    await chooseLanguage(language);
    await wordsLoaded();
  });

  it.each(examples[language])('%s: shows %s, %j', (code, field, value, label, said) => {
    expect(loggedLabel(logSubjectOf(code), field)).toBe(label);
    expect(loggedInWords(logSubjectOf(code), field, inFragments(value))).toBe(said);
  });
});
