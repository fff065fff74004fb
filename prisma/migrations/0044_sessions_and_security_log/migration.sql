--! runs with 0026_title_search
-- Where a session is used, links for a new password, and the log of what concerns security. The release before knows nothing of them.

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "device" TEXT,
ADD COLUMN     "network" TEXT;

-- CreateTable
CREATE TABLE "PasswordReset" (
    "secretHash" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("secretHash")
);

-- CreateTable
CREATE TABLE "SecurityEntry" (
    "id" SERIAL NOT NULL,
    "event" TEXT NOT NULL,
    "userId" INTEGER,
    "subjectId" INTEGER,
    "organizationId" INTEGER,
    "network" TEXT,
    "device" TEXT,
    "body" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecurityEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_userId_key" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "SecurityEntry_organizationId_id_idx" ON "SecurityEntry"("organizationId", "id");

-- CreateIndex
CREATE INDEX "SecurityEntry_userId_id_idx" ON "SecurityEntry"("userId", "id");

-- CreateIndex
CREATE INDEX "SecurityEntry_subjectId_id_idx" ON "SecurityEntry"("subjectId", "id");

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a data model cannot say.

-- Entries are added, and nothing else: of what is deleted the id goes, and after a year the clean-up may take them.
CREATE FUNCTION parlance_security_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW."id", NEW."event", NEW."network", NEW."device", NEW."body", NEW."createdAt")
      IS NOT DISTINCT FROM (OLD."id", OLD."event", OLD."network", OLD."device", OLD."body", OLD."createdAt")
    AND (NEW."userId" IS NULL OR NEW."userId" = OLD."userId")
    AND (NEW."subjectId" IS NULL OR NEW."subjectId" = OLD."subjectId")
    AND (NEW."organizationId" IS NULL OR NEW."organizationId" = OLD."organizationId") THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD."createdAt" < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The security log stays as it is.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER security_stays BEFORE UPDATE OR DELETE ON "SecurityEntry" FOR EACH ROW EXECUTE FUNCTION parlance_security_refused();
CREATE TRIGGER security_not_emptied BEFORE TRUNCATE ON "SecurityEntry" EXECUTE FUNCTION parlance_security_refused();
