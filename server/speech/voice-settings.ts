import { ProviderError } from './provider-errors.ts';
import type { SpeechRequest, VoiceSetting } from './provider.ts';

/**
 * A request's values of a voice's settings with the defaults filled in. What an editor saves is checked with
 * `settingProblem`; here a value may have been set for another voice (a project changes its voice, a tag in
 * the text switches it). So ids unknown to this voice are passed over, numbers are brought into its range,
 * and an option that it does not have is the default. The same id means the same thing with every voice.
 * @throws ProviderError `bad_request` for a value of another kind, which no voice can have meant
 */
export function settingValues(
  provider: string,
  settings: VoiceSetting[],
  request: Pick<SpeechRequest, 'settings'>,
): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const setting of settings) {
    const value = request.settings[setting.id] ?? setting.default;
    if (typeof value !== typeof setting.default || Number.isNaN(value))
      throw new ProviderError(provider, 'bad_request', settingProblem(setting, value) ?? setting.title);
    if (setting.type === 'float')
      values[setting.id] = Math.min(Math.max(Number(value), setting.min), setting.max);
    else values[setting.id] = settingProblem(setting, value) === null ? value : setting.default;
  }
  return values;
}

/** Why a value does not fit a setting, or null. */
export function settingProblem(setting: VoiceSetting, value: unknown): string | null {
  switch (setting.type) {
    case 'options':
      return setting.options.includes(value as string)
        ? null
        : `${setting.title} must be one of ${setting.options.join(', ')}`;
    case 'float':
      return typeof value === 'number' && value >= setting.min && value <= setting.max
        ? null
        : `${setting.title} must be a number from ${setting.min} to ${setting.max}`;
    case 'boolean':
      return typeof value === 'boolean' ? null : `${setting.title} must be true or false`;
  }
}

/** The request's model if the voice has it, else the first. @throws ProviderError `bad_request` */
export function modelOf(provider: string, models: string[], request: SpeechRequest): string {
  const model = request.model ?? models[0];
  if (!model || !models.includes(model))
    throw new ProviderError(provider, 'bad_request', `there is no model '${request.model ?? ''}'`);
  return model;
}

/**
 * What to do when the service does not know a model (any more). `variable`: where an operator lists the
 * models.
 */
export const missingModelMessage = (model: string, variable: string): string =>
  `the model '${model}' does not exist, is shut down, or is closed to this key; choose another one in the project's settings (operators: ${variable})`;
