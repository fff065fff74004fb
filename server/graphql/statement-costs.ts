import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

/** What a statement adds to the cost of an operation, whose fields count 1. */
const statementCost = 40;

/**
 * Number of statements per row, for fields that send some for each row. All others read the rows of a list
 * together; `tests/graphql/statements.test.ts` compares the table with the sent statements.
 */
export const statementsPerRow: Readonly<Record<string, number>> = {
  'Article.chunkSummary': 1,
  'Article.chunks': 1,
  'Article.editedBy': 1,
  'Article.findings': 1,
  'Article.retention': 3,
  'Article.highlight': 1,
  'Article.log': 1,
  'Article.paragraphs': 1,
  'Article.playlists': 1,
  'Article.publications': 4,
  'Article.review': 1,
  'Article.smartQaWords': 2,
  'Article.versions': 2,
  'Channel.episodes': 1,
  'Project.amazonAccount': 2,
  'Project.articleSelection': 6,
  'Project.articles': 1,
  'Project.automaticArticles': 3,
  'Project.channels': 1,
  'Project.charactersToday': 1,
  'Project.deletedArticles': 2,
  'Project.deletedChannels': 2,
  'Project.deletedPlaylists': 2,
  'Project.deletedProcessingRules': 2,
  'Project.keyFigures': 8,
  'Project.labels': 2,
  'Project.limitQuote': 2,
  'Project.live': 6,
  'Project.log': 2,
  'Project.playerArticlesToday': 1,
  'Project.playerRequestsRefusedToday': 1,
  'Project.playlists': 1,
  'Project.reviewCounters': 2,
  'Project.reviewQuality': 7,
  'Project.savings': 2,
  'Project.statistics': 5,
  'Project.statisticsReports': 2,
  'Project.statisticsShares': 2,
  'Project.teasers': 1,
};

export const statementCosts = 'statementCosts' as const;

declare global {
  export namespace PothosSchemaTypes {
    // Pothos finds a plugin's class by its name here.
    export interface Plugins<Types extends SchemaTypes> {
      statementCosts: StatementCostsPlugin<Types>;
    }
  }
}

/** Adds the statements of the table to the cost of its fields, before the complexity plugin reads that. */
class StatementCostsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const statements = statementsPerRow[`${config.parentType}.${config.name}`];
    if (statements === undefined) return config;
    const own: unknown = config.pothosOptions.complexity;
    const added = (cost: unknown) => {
      const { field = 1, ...rest } =
        typeof cost === 'number' ? { field: cost } : ((cost ?? {}) as { field?: number });
      return { ...rest, field: field + statementCost * statements };
    };
    const complexity =
      typeof own === 'function'
        ? (...args: unknown[]) => added(Reflect.apply(own, undefined, args))
        : added(own);
    // The options of each kind of field have a different type; all of them have a complexity.
    const pothosOptions = { ...config.pothosOptions, complexity } as unknown as typeof config.pothosOptions;
    return { ...config, pothosOptions } as PothosOutputFieldConfig<Types>;
  }
}

SchemaBuilder.registerPlugin(statementCosts, StatementCostsPlugin);
