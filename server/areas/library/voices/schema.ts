import { resolveArrayConnection } from '@pothos/plugin-relay';
import { NotAllowedError, NotSignedInError, ValidationError } from '../../../kernel/errors.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import type { VoiceGroup } from '../../../speech/voice-catalogue.ts';
import type { VoiceSetting } from '../../../speech/provider.ts';
import { VoiceLanguageType, VoiceLicenseType, VoiceType } from './types.ts';
import {
  findVoices,
  listProviders,
  listVoices,
  serviceTitle,
  providerHoldMessages,
  setFavoriteVoice,
  type ProviderReport,
} from './voices.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';

const VoiceSettingTypeType = builder.enumType('VoiceSettingType', {
  description: 'Kind of a voice setting.',
  values: {
    options: { description: 'One of the listed options.' },
    float: { description: 'A number from min to max, in steps.' },
    boolean: { description: 'On or off.' },
  } as const,
});

const VoiceGenderType = builder.enumType('VoiceGender', {
  description: 'Gender of a voice.',
  values: {
    female: { description: 'Female.' },
    male: { description: 'Male.' },
    neutral: { description: 'Neutral or unspecified.' },
  } as const,
});

const VoiceTierType = builder.enumType('VoiceTier', {
  description: 'Tier of a voice at its service.',
  values: {
    standard: { description: 'Standard voice.' },
    premium: { description: 'Premium voice, which may cost more.' },
  } as const,
});

const CircuitStateType = builder.enumType('CircuitState', {
  description: 'State of the circuit breaker of a speech service.',
  values: {
    closed: { description: 'Requests are sent to the service.' },
    open: { description: 'No requests are sent for a while because the service failed too often.' },
    half_open: {
      value: 'half-open',
      description: 'One request is sent to test whether the service has recovered.',
    },
  } as const,
});

const VoiceSettingType = builder
  .objectRef<VoiceSetting>('VoiceSetting')
  .implement({
    description: 'A setting of a voice that an editor can change.',
    fields: (t) => ({
      key: t.exposeString('id', { description: 'Key of the setting in `voiceSettings`.' }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
      type: t.expose('type', { type: VoiceSettingTypeType, description: 'Kind of the setting.' }),
      options: t.stringList({
        nullable: true,
        description: 'Options. Null for other types.',
        resolve: (s) => (s.type === 'options' ? s.options : null),
      }),
      min: t.float({
        nullable: true,
        description: 'Minimum. Null for other types than float.',
        resolve: (s) => (s.type === 'float' ? s.min : null),
      }),
      max: t.float({
        nullable: true,
        description: 'Maximum. Null for other types than float.',
        resolve: (s) => (s.type === 'float' ? s.max : null),
      }),
      step: t.float({
        nullable: true,
        description: 'Step. Null for other types than float.',
        resolve: (s) => (s.type === 'float' ? s.step : null),
      }),
      default: t.field({ type: 'SettingValue', description: 'Default value.', resolve: (s) => s.default }),
    }),
  });

const VoiceWarningType = builder
  .objectRef<{ model: string; text: string }>('VoiceWarning')
  .implement({
    description: 'A note about the price of a model.',
    fields: (t) => ({
      model: t.exposeString('model', { description: 'Model that the note is about.' }),
      text: t.exposeString('text', { description: 'The note, in a sentence.' }),
    }),
  });

VoiceType.implement({
  description: 'A voice that can read articles.',
  fields: (t) => ({
    name: t.exposeString('id', {
      description: 'Name of the voice, as `provider:name`. Used in projects and previews.',
    }),
    label: t.exposeString('label', { description: 'Name shown to people.' }),
    provider: t.exposeString('provider', { description: 'Code of the speech service.' }),
    providerTitle: t.string({
      description: 'Name of the speech service, shown to people.',
      resolve: (voice, _, { app }) => serviceTitle(app, voice),
    }),
    language: t.exposeString('language', { description: 'BCP 47 language tag, such as `en-US`.' }),
    gender: t.expose('gender', { type: VoiceGenderType, description: 'Gender of the voice.' }),
    tier: t.expose('type', { type: VoiceTierType, description: 'Tier of the voice at its service.' }),
    favorite: t.exposeBoolean('favorite', {
      description: "Whether the voice is one of the caller's favorites.",
    }),
    styles: t.exposeStringList('styles', { description: 'Speaking styles. Empty when there is only one.' }),
    availableModels: t.exposeStringList('availableModels', {
      description: 'Models that support the voice. The first is the default.',
    }),
    availableSettings: t.expose('availableSettings', {
      type: [VoiceSettingType],
      complexity: { multiplier: 3 },
      description: 'Available settings.',
    }),
    warnings: t.field({
      type: [VoiceWarningType],
      description: 'Notes about prices, by model. Usually empty.',
      resolve: (voice) => Object.entries(voice.warnings).map(([model, text]) => ({ model, text })),
    }),
    license: t.field({
      type: VoiceLicenseType,
      nullable: true,
      description: 'License of a voice on this server. Null for other voices, or if its files name none.',
      resolve: ({ license }) => license ?? null,
    }),
  }),
});

const VoiceProviderType = builder
  .objectRef<VoiceGroup>('VoiceProvider')
  .implement({
    description: 'A speech service and its voices in one language.',
    fields: (t) => ({
      provider: t.exposeString('provider', { description: 'Code of the service.' }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
      voices: t.expose('voices', {
        type: [VoiceType],
        complexity: { multiplier: 5 },
        description: 'Voices in this language.',
      }),
    }),
  });

VoiceLanguageType.implement({
  description: 'A language and the voices that speak it.',
  fields: (t) => ({
    language: t.exposeString('id', { description: 'BCP 47 language tag, such as `en-US`.' }),
    name: t.exposeString('name', { description: 'Name of the language, in English.' }),
    providers: t.expose('voices', {
      type: [VoiceProviderType],
      complexity: { multiplier: 2 },
      description: 'Voices by service, in display order.',
    }),
  }),
});

const ProviderStateType = builder
  .objectRef<ProviderReport>('ProviderState')
  .implement({
    description: 'State of a speech service.',
    fields: (t) => ({
      provider: t.exposeString('provider', {
        description: 'Code of the service, as in names of voices: `provider:name`.',
      }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
      available: t.boolean({
        description: 'Whether the service can be used now.',
        resolve: (p) => !p.unavailable && p.circuit !== 'open',
      }),
      reason: t.string({
        nullable: true,
        description: 'Why it cannot be used. Null if it can.',
        resolve: (p) => p.unavailable?.message ?? p.heldBack,
      }),
      reasonNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `reason`, as a message.',
        resolve: (p) => noticeOrNull(p.unavailable ?? (p.heldBack && providerHoldMessages[p.heldBack]())),
      }),
      voices: t.exposeInt('voices', { description: 'Number of voices that the service offers.' }),
      refreshedAt: t.expose('refreshedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When its voices were last listed. Null if never.',
      }),
      circuit: t.expose('circuit', {
        type: CircuitStateType,
        description: 'Whether requests are sent to the service.',
      }),
      lastError: t.string({
        nullable: true,
        description: 'Last failure. Null if there was none.',
        resolve: (p) => p.lastError?.message ?? null,
      }),
      lastErrorNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `lastError`, as a message.',
        resolve: (p) => noticeOrNull(p.lastError?.told),
      }),
    }),
  });

builder.queryFields((t) => ({
  voiceLanguages: t.field({
    type: [VoiceLanguageType],
    description: 'Languages of the voice catalog, sorted by name, with their voices.',
    resolve: (_, __, { app, actor }) => listVoices(app, actor),
  }),
  voices: t.connection({
    type: VoiceType,
    description:
      'Voices of the catalog, sorted by language and speech service. A voice with several ' +
      'languages is listed once for each.',
    complexity: pageCost(5),
    args: {
      language: t.arg.string({
        required: false,
        description: 'BCP 47 language tag, such as `en-US`. Defaults to all languages.',
      }),
      provider: t.arg.string({
        required: false,
        description: 'Code of a speech service. Defaults to all services.',
      }),
      search: t.arg.string({
        required: false,
        description:
          "Words in the label, the service's name or, without `language`, the language's name. All " +
          'must match, ignoring case and accents.',
      }),
      gender: t.arg({ type: VoiceGenderType, required: false, description: 'Gender. Defaults to all.' }),
      names: t.arg.stringList({
        required: false,
        description:
          'Names, as `provider:name`. Without `language`, each of them is listed once. Defaults to all ' +
          'voices.',
      }),
      favorite: t.arg.boolean({
        required: false,
        description:
          "True for only the caller's favorites, false for only the others. Defaults to all voices.",
      }),
    },
    resolve: async (_, { language, provider, search, gender, names, favorite, ...args }, { app, actor }) =>
      resolveArrayConnection(
        { args },
        await findVoices(app, actor, { language, provider, search, gender, names, favorite }),
      ),
  }),
  providers: t.field({
    type: [ProviderStateType],
    description: 'All speech services and their state. Administrators only.',
    resolve: (_, __, { app, actor }) => listProviders(app, actor),
  }),
}));

builder.relayMutationField(
  'setFavoriteVoice',
  {
    description: 'The voice, and whether it is a favorite.',
    inputFields: (t) => ({
      voice: t.string({ description: 'Voice, as `provider:name`.' }),
      favorite: t.boolean({ description: 'Whether the voice is a favorite. False removes it.' }),
    }),
  },
  {
    description: "Adds a voice to the caller's favorites, or removes it.",
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({ voice: await setFavoriteVoice(app, actor, input) }),
  },
  {
    name: 'SetFavoriteVoiceSuccess',
    description: 'The favorites have been updated.',
    outputFields: (t) => ({
      voice: t.expose('voice', { type: VoiceType, description: 'The updated voice.' }),
    }),
  },
);
