type ReportRule = (rule: string, language: string, error: unknown) => void;

let report: ReportRule = (rule, language, error) =>
  process.emitWarning(`Rule "${rule}" (${language}) failed: ${String(error)}`);

/** Rules that failed in this process, each with its language. As many as there are rules at most. */
const reported = new Set<string>();

/** Sets how a rule that throws is reported: once per rule and language. */
export function reportRuleFailures(by: ReportRule): void {
  report = by;
  reported.clear();
}

/** Reports a rule that threw, unless it was reported before. */
export function reportRuleFailure(rule: string, language: string, error: unknown): void {
  const key = `${language} ${rule}`;
  if (reported.has(key)) return;
  reported.add(key);
  report(rule, language, error);
}
