import type { Owner } from './DictionaryList.tsx';

/** Where an owner's entries are looked for: in a project, in an organization's projects, or everywhere. */
export const placeOf = (owner: Owner) => ({
  projectId: owner.level === 'PROJECT' ? owner.projectId : null,
  organizationId: owner.level === 'ORGANIZATION' ? owner.organizationId : null,
});
