import type { Actor } from '../../../kernel/actor.ts';
import { hasFeature } from '../../../kernel/features.ts';
import {
  relationOf,
  rightsTo,
  type Project,
  type RelatedProject,
} from '../../access/project-access/access.ts';

/**
 * Returns whether a reader of a project may review its articles: with the role for it, or where the
 * organization has booked it.
 */
export const mayReview = (project: Pick<Project, 'rights' | 'roles' | 'features'>): boolean =>
  project.rights.has('read') &&
  (project.rights.has('administer') || project.roles.includes('qa') || hasFeature(project, 'qa'));

/** What of a project decides whether the actor may review its articles. */
export const reviewerRelation = relationOf;

/** Whether the actor may review the articles of a project that was read with `reviewing`. */
export const isReviewer = (actor: Actor, project: RelatedProject): boolean =>
  mayReview(rightsTo(actor, project));
