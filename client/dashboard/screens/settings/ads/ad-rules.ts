export interface AdUnitFields {
  name: string;
  limit: number | string;
  slug: string;
  dateFrom: string;
  dateTo: string;
  /** Base name of the uploaded sound; null: none yet. */
  audioFile: string | null;
}

type Field = keyof AdUnitFields;

/** The texts of document 1 of the specification, section 5. */
export type AdProblems = Readonly<
  Record<'file' | 'from' | 'to' | 'reversed' | 'name' | 'limit' | 'slug', string>
>;

/** Why an ad cannot be added as it is, by field. Days are `YYYY-MM-DD`, whose order is that of the texts. */
export function adUnitProblems(fields: AdUnitFields, problems: AdProblems): Partial<Record<Field, string>> {
  const { name, slug, dateFrom, dateTo, audioFile } = fields;
  const limit = adLimitProblem(fields.limit, problems.limit);
  return {
    ...(!name.trim() && { name: problems.name }),
    ...(limit && { limit }),
    ...(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(slug) && { slug: problems.slug }),
    ...(!dateFrom && { dateFrom: problems.from }),
    ...(!dateTo ? { dateTo: problems.to } : dateFrom > dateTo && { dateTo: problems.reversed }),
    ...(audioFile === null && { audioFile: problems.file }),
  };
}

/** Why a campaign cannot have that limit; null: it can. */
export const adLimitProblem = (limit: number | string, problem: string): string | null =>
  typeof limit === 'number' && Number.isInteger(limit) && limit > 1 ? null : problem;
