import type { ConcreteRequest } from 'relay-runtime';

/** All documents by which the dashboard hears of an article's audio. */
export const audioDocuments = Object.values(
  import.meta.glob<{ default: ConcreteRequest }>(
    '../dashboard/__generated__/*{Query,Mutation,Subscription}.graphql.ts',
    { eager: true },
  ),
)
  .map(({ default: document }) => document)
  .filter(({ operation }) =>
    /"concreteType":"Audio","kind":"LinkedField","name":"audio"/.test(JSON.stringify(operation ?? {})),
  )
  .map((document) => [document.params.name, document] as const);
