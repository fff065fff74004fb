import { settingProblem } from '../../../speech/voice-settings.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import type { App } from '../../../kernel/app.ts';
import { type FieldError } from '../../../kernel/errors.ts';
import { storableText } from '../../../text/storable-text.ts';
import type { Project } from '../../access/project-access/access.ts';
import { voiceSettings as voiceValues } from '../../access/project-access/voice-values.ts';
import { projectMessages } from './messages.ts';
import { voiceChoiceMessages } from '../../library/voices/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** How a project speaks. Absent ones stay. */
export interface VoiceChoice {
  /** `provider:name`, or a name that only one provider has. */
  voiceName?: string | undefined;
  /** BCP 47 */
  voiceLanguage?: string | undefined;
  /** Values by setting id; `model` and `style` choose among those of the voice. */
  voiceAdditionalSettings?: Record<string, unknown> | undefined;
  /** `provider:name` of the voice that steps in while the first one's provider is down; null: none. */
  failoverVoice?: string | null | undefined;
}

export interface VoiceColumns {
  voiceProvider?: string;
  voiceName?: string;
  voiceLanguage?: string;
  voiceAdditionalSettings?: Record<string, string | number | boolean>;
  failoverVoice?: string | null;
}

/** The settings of a project's voice as they are stored, one by one. */
export const storedSettings = (stored: unknown): { key: string; value: string | number | boolean }[] =>
  Object.entries(voiceValues.parse(stored)).map(([key, value]) => ({ key, value }));

type Present = Pick<
  Project,
  'voiceProvider' | 'voiceName' | 'voiceLanguage' | 'voiceAdditionalSettings' | 'failoverVoice'
>;

const unknownVoice = voiceChoiceMessages.UNKNOWN_VOICE();
const settingsMax = 50;

/**
 * The voice of a new project: what was chosen, else what is proposed for the language. What is there and
 * empty was left empty in a form, which requires it.
 */
export function newVoice(
  app: App,
  choice: VoiceChoice,
): { columns: Required<VoiceColumns> | null; errors: FieldError[] } {
  const { voiceName: name, voiceLanguage: language } = choice;
  const empty = (['voiceName', 'voiceLanguage'] as const).filter((field) => choice[field]?.trim() === '');
  if (empty.length > 0)
    return { columns: null, errors: empty.map((field) => ({ field, ...kernelMessages.FIELD_REQUIRED() })) };
  const voice = name
    ? app.speech.findVoice(name, language || undefined)
    : app.speech.catalogue.defaultVoice(language || undefined);
  if (!voice) {
    const error = name
      ? { field: 'voiceName', ...unknownVoice }
      : { field: 'voiceLanguage', ...projectMessages.LANGUAGE_WITHOUT_VOICE() };
    return { columns: null, errors: [error] };
  }
  const settings = voiceSettings(choice.voiceAdditionalSettings ?? {}, voice);
  const second = failover(app, choice.failoverVoice, voice.language);
  const columns = {
    voiceProvider: voice.provider,
    voiceName: voice.name,
    voiceLanguage: voice.language,
    voiceAdditionalSettings: settings.kept,
    failoverVoice: second.id,
  };
  return { columns, errors: [...settings.errors, ...second.errors] };
}

/**
 * What changes in how a project speaks. A voice that the catalogue has lost stays until another one is
 * chosen.
 */
export function changedVoice(
  app: App,
  project: Present,
  choice: VoiceChoice,
): { columns: VoiceColumns; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const columns: VoiceColumns = {};
  const present = `${project.voiceProvider}:${project.voiceName}`;
  const name = choice.voiceName ?? present;
  const language = choice.voiceLanguage ?? project.voiceLanguage;
  const same = name === present && language === project.voiceLanguage;
  const voice = app.speech.findVoice(name, language);
  if (!same) {
    if (voice)
      Object.assign(columns, {
        voiceProvider: voice.provider,
        voiceName: voice.name,
        voiceLanguage: voice.language,
      });
    else
      errors.push({ field: choice.voiceName === undefined ? 'voiceLanguage' : 'voiceName', ...unknownVoice });
  }
  if (choice.voiceAdditionalSettings !== undefined) {
    const settings = voiceSettings(choice.voiceAdditionalSettings, voice);
    columns.voiceAdditionalSettings = settings.kept;
    errors.push(...settings.errors);
  }
  if (choice.failoverVoice !== undefined && choice.failoverVoice !== project.failoverVoice) {
    const second = failover(app, choice.failoverVoice, language);
    columns.failoverVoice = second.id;
    errors.push(...second.errors);
  }
  return { columns, errors };
}

function failover(
  app: App,
  name: string | null | undefined,
  language: string,
): { id: string | null; errors: FieldError[] } {
  if (!name) return { id: null, errors: [] };
  const voice = app.speech.findVoice(name, language);
  return voice
    ? { id: voice.id, errors: [] }
    : { id: null, errors: [{ field: 'failoverVoice', ...unknownVoice }] };
}

/** Settings of other voices are kept: the project may go back to those. */
function voiceSettings(
  given: Record<string, unknown>,
  voice: CatalogueVoice | null,
): { kept: Record<string, string | number | boolean>; errors: FieldError[] } {
  const field = 'voiceAdditionalSettings';
  const errors: FieldError[] = [];
  const kept: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(given)) {
    const id = storableText(key);
    if (value === null || value === undefined) continue;
    if (
      (typeof value !== 'string' || value.length > 1_000) &&
      typeof value !== 'number' &&
      typeof value !== 'boolean'
    ) {
      errors.push({ field, ...projectMessages.VOICE_SETTING_KIND({ setting: id }) });
      continue;
    }
    const meant = ofItsKind(voice, id, value);
    const problem = voice && problemWith(voice, id, meant);
    if (problem) errors.push({ field, ...problem });
    kept[id] = typeof meant === 'string' ? storableText(meant) : meant;
  }
  if (Object.keys(kept).length > settingsMax)
    errors.push({ field, ...projectMessages.TOO_MANY_VOICE_SETTINGS({ most: settingsMax }) });
  return { kept, errors };
}

/** Returns the number or flag that a setting of the voice needs, where it was sent as text, as forms do. */
function ofItsKind(
  voice: CatalogueVoice | null,
  id: string,
  value: string | number | boolean,
): string | number | boolean {
  if (typeof value !== 'string') return value;
  const type = voice?.availableSettings.find((setting) => setting.id === id)?.type;
  if (type === 'float' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (type === 'boolean' && /^(?:true|1|false|0)$/.test(value)) return value === 'true' || value === '1';
  return value;
}

function problemWith(voice: CatalogueVoice, id: string, value: string | number | boolean): Message | null {
  if (id === 'model')
    return voice.availableModels.includes(String(value))
      ? null
      : projectMessages.VOICE_WITHOUT_MODEL({ model: String(value) });
  if (id === 'style')
    return value === '' || voice.styles.includes(String(value))
      ? null
      : projectMessages.VOICE_WITHOUT_STYLE({ style: String(value) });
  const setting = voice.availableSettings.find((one) => one.id === id);
  if (!setting || settingProblem(setting, value) === null) return null;
  const { title } = setting;
  switch (setting.type) {
    case 'options':
      return projectMessages.VOICE_SETTING_NOT_AN_OPTION({
        setting: title,
        options: setting.options.join(', '),
      });
    case 'float':
      return projectMessages.VOICE_SETTING_OUT_OF_RANGE({
        setting: title,
        least: setting.min,
        most: setting.max,
      });
    case 'boolean':
      return projectMessages.VOICE_SETTING_NOT_A_FLAG({ setting: title });
  }
}
