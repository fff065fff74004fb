-- CreateEnum
CREATE TYPE "ArticleQaStatus" AS ENUM ('sampled', 'error', 'reviewed');

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "features" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "duplicateOfId" INTEGER,
ADD COLUMN     "duplicateRootId" INTEGER,
ADD COLUMN     "followsOriginal" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "qaRating" SMALLINT,
ADD COLUMN     "qaStatus" "ArticleQaStatus",
ADD COLUMN     "reviewedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ProjectChild" (
    "parentId" INTEGER NOT NULL,
    "childId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectChild_pkey" PRIMARY KEY ("parentId","childId")
);

-- CreateTable
CREATE TABLE "PlatformFeature" (
    "feature" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlatformFeature_pkey" PRIMARY KEY ("feature")
);

-- CreateTable
CREATE TABLE "AdministrationEntry" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER,
    "action" TEXT NOT NULL,
    "organizationId" INTEGER,
    "projectId" INTEGER,
    "subjectId" INTEGER,
    "why" TEXT,
    "body" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdministrationEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ProjectChild_childId_idx" ON "ProjectChild"("childId");

-- CreateIndex
CREATE INDEX "AdministrationEntry_organizationId_id_idx" ON "AdministrationEntry"("organizationId", "id");

-- CreateIndex
CREATE INDEX "AdministrationEntry_projectId_id_idx" ON "AdministrationEntry"("projectId", "id");

-- CreateIndex
CREATE INDEX "AdministrationEntry_subjectId_id_idx" ON "AdministrationEntry"("subjectId", "id");

-- AddForeignKey
ALTER TABLE "ProjectChild" ADD CONSTRAINT "ProjectChild_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectChild" ADD CONSTRAINT "ProjectChild_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdministrationEntry" ADD CONSTRAINT "AdministrationEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdministrationEntry" ADD CONSTRAINT "AdministrationEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdministrationEntry" ADD CONSTRAINT "AdministrationEntry_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdministrationEntry" ADD CONSTRAINT "AdministrationEntry_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Article" ADD CONSTRAINT "Article_duplicateOfId_fkey" FOREIGN KEY ("duplicateOfId") REFERENCES "Article"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What was there is carried over.
INSERT INTO "ProjectChild" ("parentId", "childId")
SELECT p."id", c."id" FROM "Project" p JOIN "Project" c ON c."id" = ANY (p."children") AND c."id" <> p."id" AND c."organizationId" = p."organizationId"
ON CONFLICT DO NOTHING;
ALTER TABLE "Project" DROP COLUMN "children";
-- So far every article that was ready was to be reviewed.
UPDATE "Article" SET "qaStatus" = 'sampled' WHERE "status" = 'ready' AND "deletedAt" IS NULL;

-- What a data model cannot say.

-- An article has one duplicate in a project, whichever way it came, deleted ones too: what somebody deleted there does not come back.
CREATE UNIQUE INDEX "Article_duplicate_of_root" ON "Article" ("duplicateRootId", "projectId") WHERE "duplicateRootId" IS NOT NULL;
CREATE INDEX "Article_duplicates" ON "Article" ("duplicateOfId") WHERE "duplicateOfId" IS NOT NULL;

-- The list's order of what is to be reviewed, and of what was.
CREATE INDEX "Article_to_review" ON "Article" ("projectId", "addedAt" DESC, "id" DESC, "status")
  WHERE "deletedAt" IS NULL AND "qaStatus" IN ('sampled', 'error');
CREATE INDEX "Article_reviewed" ON "Article" ("projectId", "addedAt" DESC, "id" DESC, "status")
  WHERE "deletedAt" IS NULL AND "qaStatus" = 'reviewed';

-- Entries are added, and nothing else; of what is deleted the id goes.
CREATE FUNCTION parlance_administration_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW."id", NEW."action", NEW."why", NEW."body", NEW."createdAt")
      IS NOT DISTINCT FROM (OLD."id", OLD."action", OLD."why", OLD."body", OLD."createdAt")
    AND (NEW."userId" IS NULL OR NEW."userId" = OLD."userId")
    AND (NEW."organizationId" IS NULL OR NEW."organizationId" = OLD."organizationId")
    AND (NEW."projectId" IS NULL OR NEW."projectId" = OLD."projectId")
    AND (NEW."subjectId" IS NULL OR NEW."subjectId" = OLD."subjectId") THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What administrators did stays on record.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER administration_stays BEFORE UPDATE OR DELETE ON "AdministrationEntry" FOR EACH ROW EXECUTE FUNCTION parlance_administration_refused();
