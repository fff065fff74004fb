/**
 * Who shares with others and takes turns with them: a project's organization, or the owner of a private one.
 */
export function tenantOf({
  organizationId,
  ownerId,
}: {
  organizationId: number | null;
  ownerId: number;
}): string {
  return organizationId === null ? `user:${ownerId}` : `organization:${organizationId}`;
}
