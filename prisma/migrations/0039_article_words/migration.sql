--! runs with 0026_title_search
-- Which words an article has, so that those with a word are found among millions. A table of its own: articles change all the time while they
-- are voiced, and their words do not.
CREATE TABLE IF NOT EXISTS "ArticleWords" (
    "articleId" INTEGER NOT NULL,
    "words" TEXT[] COLLATE "C" NOT NULL,

    CONSTRAINT "ArticleWords_pkey" PRIMARY KEY ("articleId"),
    CONSTRAINT "ArticleWords_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- They take a page's place each: what is read of them is the index.
ALTER TABLE "ArticleWords" ALTER COLUMN "words" SET STORAGE MAIN;

-- The words of a text as they are compared, whatever the database's locale: signs that no word has are named one by one, and of scripts without
-- spaces each character is a word. It may cut where a dictionary does not, in the text and in what is sought alike; never the other way round.
CREATE OR REPLACE FUNCTION article_words(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT left(word, 60)), '{}') FROM string_to_table(fold_text(regexp_replace(regexp_replace(normalize(value, NFC),
    '[\u0001-/:-@\u005b-\u0060{-\u00bf\u00d7\u00f7\u02b9-\u02ff\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1361-\u1368\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u3200-\u33ff\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u302f\u3031-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff])', ' \1 ', 'g')), ' ') AS word
  WHERE word <> ''
$$;

CREATE OR REPLACE FUNCTION parlance_article_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."deletedAt" IS NOT NULL THEN
    DELETE FROM "ArticleWords" WHERE "articleId" = NEW."id";
  ELSE
    INSERT INTO "ArticleWords" ("articleId", "words")
    VALUES (NEW."id", article_words(NEW."title" || ' ' || NEW."text") || ('#' || NEW."projectId"))
    ON CONFLICT ("articleId") DO UPDATE SET "words" = excluded."words" WHERE "ArticleWords"."words" <> excluded."words";
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER article_words_added AFTER INSERT ON "Article" FOR EACH ROW EXECUTE FUNCTION parlance_article_words();
CREATE OR REPLACE TRIGGER article_words_changed AFTER UPDATE OF "title", "text", "projectId", "deletedAt" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."projectId", OLD."deletedAt") IS DISTINCT FROM (NEW."title", NEW."text", NEW."projectId", NEW."deletedAt"))
  EXECUTE FUNCTION parlance_article_words();

--! in batches
WITH batch AS (
  SELECT "id", "projectId", "title", "text", "deletedAt" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 200
), filled AS (
  INSERT INTO "ArticleWords" ("articleId", "words")
  SELECT "id", article_words("title" || ' ' || "text") || ('#' || "projectId") FROM batch WHERE "deletedAt" IS NULL
  ON CONFLICT ("articleId") DO NOTHING
)
SELECT max("id") AS last FROM batch

--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "ArticleWords_words";
CREATE INDEX CONCURRENTLY "ArticleWords_words" ON "ArticleWords" USING gin ("words");
