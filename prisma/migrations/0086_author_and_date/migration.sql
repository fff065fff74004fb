-- Editors edit its author and its date of publication, too: a change of either counts, so that nobody overwrites it unseen.
CREATE OR REPLACE TRIGGER article_revised
  BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate", "author", "publishedAt" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate", OLD."author", OLD."publishedAt")
    IS DISTINCT FROM (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate", NEW."author", NEW."publishedAt"))
  EXECUTE FUNCTION parlance_article_revised();
