-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "lastVoicing" JSONB,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ArticleLog" ADD COLUMN     "version" TEXT;

-- Whatever changes what editors edit counts, by whatever way: a form, a feed, a page that is read again, a rule, many articles at once.
CREATE FUNCTION parlance_article_revised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER article_revised BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate")
    IS DISTINCT FROM (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate"))
  EXECUTE FUNCTION parlance_article_revised();
