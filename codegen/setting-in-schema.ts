import { isWordsEnum, enumName } from '../server/graphql/enum-names.ts';
import type { Setting } from '../server/kernel/settings.ts';

/** What of a declaration the schema says by the names of enums: what can be chosen, and what that needs. */
export function choicesInSchema({ options, default: initial, feature, features }: Setting) {
  const named = <Option>(option: Option): Option | string =>
    options && isWordsEnum(options) && typeof option === 'string' ? enumName(option) : option;
  return {
    options: options?.map(named),
    default: named(initial),
    feature: feature && enumName(feature),
    features:
      features &&
      Object.fromEntries(
        Object.entries(features as Readonly<Record<string, string>>).map(([option, needed]) => [
          named(option),
          enumName(needed),
        ]),
      ),
  };
}
