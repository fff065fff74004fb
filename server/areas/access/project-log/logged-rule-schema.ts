import { z } from 'zod';

/**
 * A condition and an action of a processing rule as entries of the log keep them: by what they are, so that
 * readers are told in their language. `kind` says what their values are, as the rule catalogue has it.
 */
export const loggedCondition = z.strictObject({
  operator: z.string(),
  subject: z.string(),
  kind: z.string(),
  value: z.string(),
});
export const loggedAction = z.strictObject({
  action: z.string(),
  kind: z.string(),
  values: z.array(z.string()),
});
export const loggedRule = z.strictObject({
  name: z.string(),
  predicates: z.array(loggedCondition),
  actions: z.array(loggedAction),
});

export type LoggedConditionBody = z.infer<typeof loggedCondition>;
export type LoggedActionBody = z.infer<typeof loggedAction>;
export type LoggedRuleBody = z.infer<typeof loggedRule>;
