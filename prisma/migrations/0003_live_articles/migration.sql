-- DropIndex
DROP INDEX "Article_projectId_addedAt_id_idx";

-- DropIndex
DROP INDEX "Article_projectId_status_addedAt_id_idx";

-- The lists' order, without deleted articles: so that a list is counted without reading its rows.
CREATE INDEX "Article_live" ON "Article" ("projectId", "addedAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_live_status" ON "Article" ("projectId", "status", "addedAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
