import SchemaBuilder, { BasePlugin, type PothosTypeConfig, type SchemaTypes } from '@pothos/core';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      enumNames: EnumNamesPlugin<Types>;
    }
  }
}

/** What GraphQL calls a word of a closed set: `should-not` is `SHOULD_NOT`, `alexaSkill` `ALEXA_SKILL`. */
export const enumName = (word: string): string =>
  word
    .replaceAll('-', '_')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toUpperCase();

/** Whether all options of a setting are words, so that it is an enum. */
export const isWordsEnum = (options: readonly (string | number)[]): boolean =>
  options.every((option) => /^[A-Za-z_][\w-]*$/.test(String(option)));

/** Names the values of every enum in capitals; resolvers give and take the words themselves. */
export class EnumNamesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Enum') return config;
    const { values } = config;
    return {
      ...config,
      values: () =>
        Object.fromEntries(
          Object.entries(typeof values === 'function' ? values() : values).map(
            ([word, { value = word, ...rest }]) => [enumName(word), { ...rest, value }],
          ),
        ),
    };
  }
}

SchemaBuilder.registerPlugin('enumNames', EnumNamesPlugin);
