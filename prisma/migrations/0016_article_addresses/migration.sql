-- Pages ask for their article by its address, which can be too long for an index.
CREATE INDEX "Article_live_url" ON "Article" ("projectId", md5("url")) WHERE "deletedAt" IS NULL;
