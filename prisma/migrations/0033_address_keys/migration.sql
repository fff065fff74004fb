-- Statement by statement
-- What all spellings of an article's address have in common, by which pages ask for it (server/text/address-key.ts). The server makes the
-- keys of what is there once it has started; until then, and while the release before goes on writing, a key that is not known is null.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "addressKey" TEXT;

-- The release before changes addresses and knows of no keys.
CREATE OR REPLACE FUNCTION parlance_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."addressKey" := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER article_address_changed BEFORE UPDATE OF "url" ON "Article" FOR EACH ROW
  WHEN (OLD."url" IS DISTINCT FROM NEW."url" AND OLD."addressKey" = NEW."addressKey")
  EXECUTE FUNCTION parlance_address_changed();

-- What a start that was cut off left unfinished is not used, and not built again by itself.
DROP INDEX CONCURRENTLY IF EXISTS "Article_address";

CREATE INDEX CONCURRENTLY "Article_address" ON "Article" ("projectId", md5("addressKey"));

DROP INDEX CONCURRENTLY IF EXISTS "Article_without_key";

CREATE INDEX CONCURRENTLY "Article_without_key" ON "Article" ("id") WHERE "addressKey" IS NULL AND "url" IS NOT NULL;

-- Episodes of groups that are called by an article that was deleted or is called otherwise by now get another name, and a file with that.
UPDATE "Episode" SET "content" = NULL WHERE "period" LIKE 'group %' AND "deletedAt" IS NULL AND "publishedAt" IS NOT NULL;
