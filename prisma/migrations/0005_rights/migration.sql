-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "Sound_file_idx" ON "Sound"("file");

-- CreateIndex
CREATE INDEX "Audio_teaser_idx" ON "Audio"("teaser");

-- Whoever takes a right away, by whatever way, every process hears of it when the transaction commits: open sockets look again.
-- The arguments are what the right belonged to and the column that names it.
CREATE FUNCTION parlance_rights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parlance_events', 'rights ' || TG_ARGV[0] || ' ' || (to_jsonb(OLD) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;

-- Sessions that have expired are tidied away by the thousand, and nobody needs to hear of those.
CREATE TRIGGER rights_of_session AFTER DELETE ON "Session" FOR EACH ROW WHEN (OLD."expiresAt" > now())
  EXECUTE FUNCTION parlance_rights_changed('session', 'id');
CREATE TRIGGER rights_of_session_shortened AFTER UPDATE OF "expiresAt" ON "Session" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('session', 'id');
CREATE TRIGGER rights_of_user AFTER DELETE OR UPDATE OF "role" ON "User" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('user', 'id');
CREATE TRIGGER rights_of_member AFTER DELETE OR UPDATE OF "role", "status", "userId", "organizationId" ON "Member" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('user', 'userId');
CREATE TRIGGER rights_of_grant AFTER DELETE OR UPDATE ON "ProjectRoleGrant" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('user', 'userId');
CREATE TRIGGER rights_of_partner AFTER DELETE OR UPDATE OF "secretHash", "readOnly", "expiresAt", "revokedAt", "organizationId" ON "PartnerToken" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('partner', 'id');
CREATE TRIGGER rights_of_key AFTER DELETE OR UPDATE OF "apiKeyHash", "type", "projectId" ON "Source" FOR EACH ROW WHEN (OLD."apiKeyHash" IS NOT NULL)
  EXECUTE FUNCTION parlance_rights_changed('key', 'id');
CREATE TRIGGER rights_of_project AFTER DELETE OR UPDATE OF "deletedAt", "organizationId", "ownerId" ON "Project" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('project', 'id');
