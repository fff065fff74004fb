import { z } from 'zod';

/**
 * Condition and action of a processing rule as stored in log entries: by code, so that readers see them in
 * their language. `kind` is the kind of their values, as in the rule catalog.
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
