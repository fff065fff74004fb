import type { FirstIds } from './caller.ts';

/**
 * An operation that partners can begin with. What it is called and what it is for is in the catalogue of
 * words.
 */
export interface Sample {
  query: string;
  /** Its variables, with what the caller can read. */
  variables?(ids: FirstIds): Record<string, unknown>;
}

const projectOf = ({ project }: FirstIds) => String(project ?? 1);
const articleOf = ({ article }: FirstIds) => String(article ?? 1);

/** The operations that the explorer offers, in the order in which a partner needs them. */
export const samples = {
  projects: {
    query: `# Whom the token or the session belongs to, and the projects that it can read.
query Projects {
  viewer {
    user {
      name
    }
    organizations {
      role
      organization {
        name
        slug
      }
    }
    projects(first: 20) {
      edges {
        node {
          databaseId
          name
          voice {
            language
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  },
  articles: {
    query: `# The newest articles of a project. For the next page, send endCursor as $after.
query Articles($project: ID!, $after: String) {
  project(id: $project) {
    name
    articles(first: 20, after: $after) {
      totalCount
      edges {
        node {
          databaseId
          title
          status
          error
          addedAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
    variables: (ids) => ({ project: projectOf(ids), after: null }),
  },
  audio: {
    query: `# An article with its audio, its transcript, and how often it was played.
query ArticleAudio($article: ID!) {
  article(id: $article) {
    title
    status
    text
    listens
    audio {
      url
      durationMs
      bytes
      transcriptUrl
    }
  }
}
`,
    variables: (ids) => ({ article: articleOf(ids) }),
  },
  quote: {
    query: `# How long an article would be and what it would cost, before anything is voiced.
query Quote($project: ID!, $title: String!, $text: String!) {
  project(id: $project) {
    balance
    articleQuote(title: $title, text: $text) {
      characters
      charactersCharged
      cost
      durationMs
      charactersLeftToday
      ruleOutcome {
        status
        rule
      }
    }
  }
}
`,
    variables: (ids) => ({
      project: projectOf(ids),
      title: 'Good morning',
      text: 'It is a fine day at the harbour.',
    }),
  },
  createArticle: {
    query: `# Adds an article and starts voicing it. With a guid of your own it is added only once.
mutation CreateArticle($input: CreateArticleInput!) {
  createArticle(input: $input) {
    __typename
    ... on CreateArticleSuccess {
      article {
        databaseId
        status
      }
    }
    ... on ValidationError {
      fieldErrors {
        field
        message
      }
    }
    ... on Error {
      message
    }
  }
}
`,
    variables: (ids) => ({
      input: {
        project: projectOf(ids),
        guid: 'sample-1',
        title: 'Good morning',
        text: 'It is a fine day at the harbour.',
      },
    }),
  },
  watch: {
    query: `# Every change of a project's articles, as it happens. Runs until you stop it.
subscription Watch($project: ID!) {
  projectArticles(project: $project) {
    kind
    deletedId
    article {
      databaseId
      title
      status
    }
  }
}
`,
    variables: (ids) => ({ project: projectOf(ids) }),
  },
  search: {
    query: `# Projects by name and articles by title, regardless of accents and case.
query Search($query: String!) {
  search(query: $query, first: 8) {
    projects {
      databaseId
      name
    }
    articles {
      databaseId
      title
      status
    }
  }
}
`,
    variables: () => ({ query: 'morning' }),
  },
  voices: {
    query: `# The voices of a language.
query Voices($language: String) {
  voices(language: $language, first: 20) {
    edges {
      node {
        name
        label
        gender
        provider
      }
    }
  }
}
`,
    variables: () => ({ language: 'en-US' }),
  },
} as const satisfies Record<string, Sample>;

export type SampleName = keyof typeof samples;
export const sampleNames = Object.keys(samples) as SampleName[];

/** A sample's variables as the explorer's editor shows them. */
export function variablesText({ variables }: Sample, ids: FirstIds): string {
  return variables ? JSON.stringify(variables(ids), null, 2) : '';
}
