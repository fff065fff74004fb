--! runs with 0026_title_search
-- The address of an article's picture, which its page, its feed or an editor gives.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "imageUrl" TEXT;

-- Editors change it: a change counts, so that nobody overwrites it unseen.
CREATE OR REPLACE TRIGGER article_revised
  BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate", "author", "publishedAt", "publishAt", "imageUrl" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate", OLD."author", OLD."publishedAt", OLD."publishAt", OLD."imageUrl")
    IS DISTINCT FROM
    (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate", NEW."author", NEW."publishedAt", NEW."publishAt", NEW."imageUrl"))
  EXECUTE FUNCTION parlance_article_revised();

-- JSON feeds have it.
CREATE OR REPLACE TRIGGER feeds_of_picture AFTER UPDATE OF "imageUrl" ON "Article" FOR EACH ROW
  WHEN (OLD."imageUrl" IS DISTINCT FROM NEW."imageUrl")
  EXECUTE FUNCTION parlance_feeds_of_article();
