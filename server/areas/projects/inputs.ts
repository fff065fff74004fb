import { builder } from '../../graphql/builder.ts';
import { SourceTypeType } from '../sources/types.ts';

/** Input types that several fields of this area take. */
export const UrlReplacementInputType = builder.inputType('UrlReplacementInput', {
  description: 'A step of rewriting the address of an article before its page is fetched.',
  fields: (t) => ({
    source: t.string({ description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.string({ description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.boolean({ description: 'Whether the source is a regular expression.' }),
  }),
});

export const ExtractorRuleInputType = builder.inputType('ExtractorRuleInput', {
  description: 'A step of reading the pages of articles.',
  fields: (t) => ({
    rule: t.string({ description: 'One of the thirteen types, such as `should-not`.' }),
    selector: t.string({ description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

export const SourceInputType = builder.inputType('SourceInput', {
  description: 'Where a new project has its articles from.',
  fields: (t) => ({
    type: t.field({ type: SourceTypeType, description: 'How articles come in.' }),
    url: t.string({ required: false, description: "Of the feed (rss), or of the website's main page (parser)." }),
  }),
});
