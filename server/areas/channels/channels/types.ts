import { builder } from '../../../graphql/builder.ts';
import { capital, inputField, settingInputs, valuesIn } from '../../../graphql/expose-settings.ts';
import { enumName } from '../../../graphql/enum-names.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Settings } from '../../../kernel/settings.ts';
import type { TypedSettings } from './channels.ts';
import { channelKinds, type ChannelType } from './kinds/registry.ts';
import type { ChannelPrerequisites } from './prerequisites.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ChannelObjectType = builder.prismaObject('Channel', {
  description:
    "A way in which a project's articles reach listeners. Visible to everyone who can read the project.",
  select: { id: true },
});

export const ChannelTypeType = builder.enumType('ChannelType', {
  description: 'Kind of a channel.',
  values: wordsEnum(
    Object.fromEntries(channelKinds.map(({ type, description }) => [type, description])) as Record<
      ChannelType,
      string
    >,
  ),
});

export const ChannelPrerequisitesType = builder.objectRef<ChannelPrerequisites>('ChannelPrerequisites');

/** What the GraphQL type of a kind's settings is called. */
export const settingsTypeOf = (type: ChannelType): string => `${capital(type)}Settings`;

export const ChannelSettingsInputType = builder.inputType('ChannelSettingsInput', {
  description:
    'Settings of a channel: exactly one field, which is the one named after its type. Omitted settings are left unchanged.',
  fields: (t) =>
    Object.fromEntries(
      channelKinds.map(({ type, settings }) => [
        type,
        t.field({
          required: false,
          description: `Settings of a channel of type \`${enumName(type)}\`.`,
          type: builder.inputType(`${settingsTypeOf(type)}Input`, {
            description: `Changes to the settings of a channel of type \`${enumName(type)}\`. Omitted settings are left unchanged.`,
            // Fields derived from declarations have no static types.
            fields: (inner) => settingInputs(inner, settings.settings as Settings, capital(type)) as never,
          }),
        }),
      ]),
    ),
});

/**
 * Does something with the settings of an input, as the area's functions take them; a ValidationError names
 * the fields of the input.
 */
export async function withSettings<Result>(
  input: typeof ChannelSettingsInputType.$inferInput,
  work: (settings: TypedSettings) => Promise<Result>,
): Promise<Result> {
  const given = channelKinds.flatMap(({ type, settings: { settings } }) => {
    const sent = (input as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>)[type];
    return sent ? [{ type, settings: settings as Settings, sent }] : [];
  });
  try {
    return await work(
      Object.fromEntries(given.map(({ type, settings, sent }) => [type, valuesIn(settings, sent)])),
    );
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const settings: Settings = Object.assign({}, ...given.map((one) => one.settings));
    throw new ValidationError(
      error.fieldErrors.map((one) => ({ ...one, field: inputField(settings, one.field) })),
    );
  }
}
