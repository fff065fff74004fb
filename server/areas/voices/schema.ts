import { resolveArrayConnection } from '@pothos/plugin-relay';
import { builder } from '../../graphql/builder.ts';
import { pageCost } from '../../graphql/connection-by-id.ts';
import type { CatalogueLanguage, VoiceGroup } from '../../speech/voice-catalogue.ts';
import type { VoiceSetting } from '../../speech/provider.ts';
import { settingsByKey, VoiceSettingValueInputType, VoiceType } from './types.ts';
import { findVoices, listProviders, listVoices, previewVoice, setFavoriteVoice, type ProviderReport } from './voices.ts';

const VoiceSettingKindType = builder.enumType('VoiceSettingKind', {
  description: 'What can be chosen for a setting of a voice.',
  values: {
    options: { description: 'One of its options.' },
    float: { description: 'A number from min to max, in steps.' },
    boolean: { description: 'On or off.' },
  } as const,
});

const VoiceGenderType = builder.enumType('VoiceGender', {
  description: 'How a voice sounds.',
  values: { female: { description: 'Like a woman.' }, male: { description: 'Like a man.' }, neutral: { description: 'Like neither, or the service does not say.' } } as const,
});

const VoiceTierType = builder.enumType('VoiceTier', {
  description: 'How a service ranks a voice.',
  values: { standard: { description: 'One of its usual voices.' }, premium: { description: 'One of its best voices, which may cost more.' } } as const,
});

const CircuitStateType = builder.enumType('CircuitState', {
  description: 'Whether requests are sent to a speech service.',
  values: {
    closed: { description: 'They are.' },
    open: { description: 'They are not, for a while: it failed too often.' },
    half_open: { value: 'half-open', description: 'One is, to try it.' },
  } as const,
});

const VoiceSettingType = builder.objectRef<VoiceSetting>('VoiceSetting').implement({
  description: 'Something about a voice that an editor may change.',
  fields: (t) => ({
    key: t.exposeString('id', { description: 'Its key in voiceAdditionalSettings.' }),
    title: t.exposeString('title', { description: 'What a person reads.' }),
    type: t.expose('type', { type: VoiceSettingKindType, description: 'What can be chosen.' }),
    options: t.stringList({ nullable: true, description: 'What can be chosen; null for other types.', resolve: (s) => (s.type === 'options' ? s.options : null) }),
    min: t.float({ nullable: true, description: 'Least value; null for other types than float.', resolve: (s) => (s.type === 'float' ? s.min : null) }),
    max: t.float({ nullable: true, description: 'Greatest value; null for other types than float.', resolve: (s) => (s.type === 'float' ? s.max : null) }),
    step: t.float({ nullable: true, description: 'Step of a slider; null for other types than float.', resolve: (s) => (s.type === 'float' ? s.step : null) }),
    default: t.field({ type: 'SettingValue', description: 'What holds when nothing is set.', resolve: (s) => s.default }),
  }),
});

const VoiceWarningType = builder.objectRef<{ model: string; text: string }>('VoiceWarning').implement({
  description: "What an editor should know of a model's price.",
  fields: (t) => ({
    model: t.exposeString('model', { description: 'The model it is about.' }),
    text: t.exposeString('text', { description: 'In a sentence.' }),
  }),
});

VoiceType.implement({
  description: 'A voice that can read articles.',
  fields: (t) => ({
    name: t.exposeString('id', { description: '`provider:name`: what projects and previews take.' }),
    label: t.exposeString('label', { description: 'What a person reads.' }),
    provider: t.exposeString('provider', { description: 'Id of the speech service.' }),
    language: t.exposeString('language', { description: 'BCP 47, such as `en-US`.' }),
    gender: t.expose('gender', { type: VoiceGenderType, description: 'How it sounds.' }),
    type: t.expose('type', { type: VoiceTierType, description: 'How its service ranks it.' }),
    favorite: t.exposeBoolean('favorite', { description: 'Whether the caller marked it.' }),
    styles: t.exposeStringList('styles', { description: 'Ways of speaking; empty: one only.' }),
    availableModels: t.exposeStringList('availableModels', { description: 'Models of the service that speak it; the first is the default.' }),
    availableSettings: t.expose('availableSettings', { type: [VoiceSettingType], complexity: { multiplier: 3 }, description: 'What can be set.' }),
    warnings: t.field({
      type: [VoiceWarningType],
      description: 'On prices, by model; mostly none.',
      resolve: (voice) => Object.entries(voice.warnings).map(([model, text]) => ({ model, text })),
    }),
  }),
});

const VoiceProviderType = builder.objectRef<VoiceGroup>('VoiceProvider').implement({
  description: 'A speech service and its voices in one language.',
  fields: (t) => ({
    provider: t.exposeString('provider', { description: 'Id of the service. (Not named `id`: it stands under many languages, and caches tell things apart by their `id`.)' }),
    title: t.exposeString('title', { description: 'What a person reads.' }),
    voices: t.expose('voices', { type: [VoiceType], complexity: { multiplier: 5 }, description: 'Its voices in this language.' }),
  }),
});

const VoiceLanguageType = builder.objectRef<CatalogueLanguage>('VoiceLanguage').implement({
  description: 'A language and the voices that speak it.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'BCP 47, such as `en-US`.' }),
    name: t.exposeString('name', { description: 'In English.' }),
    providers: t.expose('voices', { type: [VoiceProviderType], complexity: { multiplier: 2 }, description: 'Voices by service, in the order of the lists.' }),
  }),
});

const ProviderStateType = builder.objectRef<ProviderReport>('ProviderState').implement({
  description: 'How a speech service is doing.',
  fields: (t) => ({
    id: t.exposeString('provider', { description: 'Id of the service.' }),
    title: t.exposeString('title', { description: 'What a person reads.' }),
    available: t.boolean({ description: 'Whether it can speak now.', resolve: (p) => !p.unavailable && p.circuit !== 'open' }),
    reason: t.string({ nullable: true, description: 'Why it cannot; null when it can.', resolve: (p) => p.unavailable ?? p.heldBack }),
    voices: t.exposeInt('voices', { description: 'Voices that it offers.' }),
    refreshedAt: t.expose('refreshedAt', { type: 'DateTime', nullable: true, description: 'When they were last listed; null: never.' }),
    circuit: t.expose('circuit', { type: CircuitStateType, description: 'Whether requests are sent to it.' }),
    lastError: t.string({ nullable: true, description: 'Its last failure; null: none.', resolve: (p) => p.lastError?.message ?? null }),
  }),
});

builder.queryFields((t) => ({
  voices: t.field({
    type: [VoiceLanguageType],
    description: 'The catalogue of voices, languages by name.',
    resolve: (_, __, { app, actor }) => listVoices(app, actor),
  }),
  voicesConnection: t.connection({
    type: VoiceType,
    description: 'Voices of the catalogue, sorted by language and speech service. A voice with several languages is listed once for each.',
    complexity: pageCost(5),
    args: {
      language: t.arg.string({ required: false, description: 'BCP 47, such as `en-US`. All languages if absent.' }),
      provider: t.arg.string({ required: false, description: 'ID of a speech service. All services if absent.' }),
      query: t.arg.string({ required: false, description: 'Part of the label, case-insensitive.' }),
    },
    resolve: async (_, { language, provider, query, ...args }, { app, actor }) => resolveArrayConnection({ args }, await findVoices(app, actor, { language, provider, query })),
  }),
  providers: t.field({
    type: [ProviderStateType],
    description: 'Every speech service and how it is doing; for administrators.',
    resolve: (_, __, { app, actor }) => listProviders(app, actor),
  }),
}));

builder.relayMutationField(
  'previewVoice',
  {
    description: 'What to speak.',
    inputFields: (t) => ({
      voice: t.string({ description: '`provider:name`, or a name that only one provider has.' }),
      language: t.string({ required: false, description: 'BCP 47; absent: the language of the voice.' }),
      style: t.string({ required: false, description: 'One of its styles.' }),
      model: t.string({ required: false, description: 'One of its models.' }),
      voiceSettings: t.field({ type: [VoiceSettingValueInputType], required: false, description: 'Other settings of the voice.' }),
      settings: t.field({ type: 'JSON', required: false, description: 'Values by setting id.', deprecationReason: 'Use `voiceSettings`, which is typed.' }),
      text: t.string({ required: false, description: 'At most 300 characters; absent: a sentence in its language.' }),
    }),
  },
  {
    description: 'Speaks a few words for an editor to judge a voice by.',
    errors: {},
    resolve: (_, { input: { voiceSettings, settings, ...input } }, { app, actor }) =>
      previewVoice(app, actor, { ...input, settings: voiceSettings ? settingsByKey(voiceSettings) : (settings as Record<string, string | number | boolean> | null | undefined) }),
  },
  {
    name: 'PreviewVoiceSuccess',
    description: 'It can be heard.',
    outputFields: (t) => ({
      file: t.string({ description: 'Path of the audio.', resolve: (preview) => `/download/audio/${preview.file}.mp3` }),
      url: t.string({ description: 'Address of the audio.', resolve: (preview, _, { app }) => `${app.config.publicUrl}/download/audio/${preview.file}.mp3` }),
      durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds.' }),
    }),
  },
);

builder.relayMutationField(
  'setFavoriteVoice',
  {
    description: 'Which voice, and whether.',
    inputFields: (t) => ({
      voice: t.string({ description: '`provider:name`.' }),
      favorite: t.boolean({ description: 'False: no longer.' }),
    }),
  },
  {
    description: "Marks a voice as the caller's favourite.",
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ voice: await setFavoriteVoice(app, actor, input) }),
  },
  {
    name: 'SetFavoriteVoiceSuccess',
    description: 'It is marked, or no longer.',
    outputFields: (t) => ({ voice: t.expose('voice', { type: VoiceType, description: 'As it is now.' }) }),
  },
);
