// oxlint-disable relay/unused-fields -- screens spread them; no file reads them
import { graphql } from 'react-relay';

/*
 * Fields that any screen shows of objects that a link may lead to while the screen is open: an article's
 * first audio, a source that another member added, the organization that a project was moved to. The store
 * knows only the fields that the first document to receive such an object selected. So every document that
 * follows such a link selects all of them, and no screen misses data. `whole-updates.test.ts` checks every
 * document for that.
 */

/** It has no id: the store keeps it by its article. */
export const liveAudio = graphql`
  fragment liveFragments_audio on Audio {
    version
    url
    durationMs
    transcriptUrl
    teaser {
      url
      durationMs
    }
  }
`;

/** One of a project's sources. Lists that only need their types ask for `Project.sourceTypes`. */
export const liveSource = graphql`
  fragment liveFragments_source on Source {
    id
    type
    url
    apiKeyPrefix
    polledAt
    nextPollAt
    honoursRobots
    confidenceLimit
    readsSubtitles
    pageNotice
    pageNotices {
      code
      parameters
    }
    waitingArticles
    error
    errorNotices {
      code
      parameters
    }
  }
`;

/** One of the sounds that a project may use. */
export const liveSound = graphql`
  fragment liveFragments_sound on Sound {
    id
    name
    file
    url
    durationMs
    builtIn
    kind
  }
`;

/** The organization of a project. */
export const liveOrganization = graphql`
  fragment liveFragments_organization on Organization {
    id
    databaseId
    slug
    name
    pseudo
    timeZone
  }
`;

/** How far the review of a project's articles is. */
export const liveReviewCounters = graphql`
  fragment liveFragments_reviewCounters on ReviewCounters {
    needReview
    reviewedTotal
    reviewedToday
    averageRating
  }
`;

/** One of a person's projects, in a list of them. */
export const liveListedProject = graphql`
  fragment liveFragments_listedProject on Project {
    id
    databaseId
    name
    sourceTypes
    canConfigure
    voice {
      name
      language
    }
    organization {
      ...liveFragments_organization
    }
  }
`;

/** One of a person's organizations. */
export const liveMembership = graphql`
  fragment liveFragments_membership on Membership {
    role
    organization {
      id
      databaseId
      slug
      name
      balance
    }
  }
`;

/** A member of an organization. */
export const liveMember = graphql`
  fragment liveFragments_member on Member {
    role
    status
    me
    hasSecondFactor
    invitationNotices {
      code
      parameters
    }
    emailNotices {
      code
      parameters
    }
    user {
      id
      name
      email
      avatar
    }
  }
`;
