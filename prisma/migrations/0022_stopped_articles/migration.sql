-- What failed of late, of all projects that somebody can read.
CREATE INDEX "Article_stopped" ON "Article" ("projectId", "updatedAt" DESC) WHERE "status" IN ('errored', 'limit_reached') AND "deletedAt" IS NULL;
