--! runs with 0026_title_search
-- Adds the states of sources, folded titles, keys of addresses, the words of articles, and limits of confidence.

--! replaces 0029_polls
-- Since when a source has been read at its present address, and how much it brings on its busiest day: a mass of articles beyond that
-- waits for an editor. Columns without a stored default rewrite no table.
ALTER TABLE "Source"
  ADD COLUMN "readUrl" TEXT,
  ADD COLUMN "beganAt" TIMESTAMPTZ(3),
  ADD COLUMN "busiestDay" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "catchUpUntil" TIMESTAMPTZ(3);
ALTER TABLE "Article" ADD COLUMN "isBurst" BOOLEAN NOT NULL DEFAULT false;

-- short: a project has 20 sources at most
-- Sources that were read go on as they did. A website without an address was read where the project adds its articles.
UPDATE "Source" s SET "readUrl" = coalesce(s."url", CASE WHEN p."autoAddArticles" THEN p."mainUrl" END), "beganAt" = s."createdAt"
FROM "Project" p
WHERE p."id" = s."projectId" AND s."polledAt" IS NOT NULL AND s."type" IN ('rss', 'parser')
  AND (s."url" IS NOT NULL OR (p."autoAddArticles" AND p."mainUrl" IS NOT NULL));

-- What calls that came with a key did, so that they can be repeated.
CREATE TABLE "CallStep" (
  "call" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "request" TEXT NOT NULL,
  "result" TEXT,
  "answer" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "CallStep_pkey" PRIMARY KEY ("call", "position")
);
CREATE INDEX "CallStep_createdAt_idx" ON "CallStep" ("createdAt");

-- Names are searched folded, as titles are.
-- short: there are thousands of projects
ALTER TABLE "Project" ADD COLUMN "searchText" TEXT NOT NULL GENERATED ALWAYS AS (fold_text("name")) STORED;
-- short: there are hundreds of organizations
ALTER TABLE "Organization" ADD COLUMN "searchText" TEXT NOT NULL
  GENERATED ALWAYS AS (fold_text("name" || E'\n' || coalesce("pseudo", '') || E'\n' || "slug")) STORED;
-- short: there are thousands of people
ALTER TABLE "User" ADD COLUMN "searchText" TEXT NOT NULL GENERATED ALWAYS AS (fold_text("fullname" || E'\n' || "email")) STORED;

-- Time zones are names of regions: the database reads offsets such as "+05:30" the other way round.
-- short: there are thousands of people
UPDATE "User" SET "timezone" = NULL WHERE "timezone" <> 'UTC' AND "timezone" !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$';
-- short: there are hundreds of organizations
UPDATE "Organization" SET "timezone" = 'UTC' WHERE "timezone" <> 'UTC' AND "timezone" !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$';

--! replaces 0030_folded_titles
-- What 0026 does since it was mended, for databases that ran it as it was released: a trigger writes the folded title, so that folding can change
-- without writing the table anew, and what searches call has a name of its own. `fold_prefix` stays for the release before.
ALTER TABLE "Article" ALTER COLUMN "titleFolded" DROP EXPRESSION IF EXISTS;
CREATE OR REPLACE FUNCTION article_title_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."titleFolded" := left(fold_text(NEW."title"), 600);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER "Article_title_folded" BEFORE INSERT OR UPDATE OF "title" ON "Article"
  FOR EACH ROW EXECUTE FUNCTION article_title_folded();

-- What a search of one or two characters matches: at the beginning of the text, after a space or after a mark; a mark anywhere. The marks are
-- named one by one, so that the database's locale does not matter and the index of titles can be asked: it can expand no others.
CREATE OR REPLACE FUNCTION fold_word_start(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN folded ~ ('^' || marks) THEN '' ELSE '(^|' || marks || ')' END || regexp_replace(folded, '([][\\^$.|?*+(){}#])', '\\\1', 'g')
  FROM (SELECT fold_text(value) AS folded, '[ -/:-@\u005b-\u0060{-~\u00a1\u00a7\u00ab\u00b7\u00bb\u00bf]' AS marks) f
$$;

--! replaces 0031_articles_found_by_players
-- Articles whose pages listeners' players made known, and how many of them a project takes in a day: anybody can have a player ask.
ALTER TABLE "Project" ADD COLUMN IF NOT EXISTS "playerArticlesPerDay" INTEGER NOT NULL DEFAULT 50;
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "foundByPlayer" BOOLEAN NOT NULL DEFAULT false;
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Article_found_by_players";
CREATE INDEX CONCURRENTLY "Article_found_by_players" ON "Article" ("projectId", "addedAt") WHERE "foundByPlayer";

--! replaces 0033_address_keys
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
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Article_address";
CREATE INDEX CONCURRENTLY "Article_address" ON "Article" ("projectId", md5("addressKey"));
DROP INDEX CONCURRENTLY IF EXISTS "Article_without_key";
CREATE INDEX CONCURRENTLY "Article_without_key" ON "Article" ("id") WHERE "addressKey" IS NULL AND "url" IS NOT NULL;
--! in batches
-- Episodes of groups that are called by an article that was deleted or is called otherwise by now get another name, and a file with that.
WITH batch AS (
  SELECT "id" FROM "Episode" WHERE "id" > $1 AND "period" LIKE 'group %' AND "publishedAt" IS NOT NULL AND "deletedAt" IS NULL
  ORDER BY "id" LIMIT 500
), done AS (UPDATE "Episode" e SET "content" = NULL FROM batch WHERE e."id" = batch."id")
SELECT max("id") AS last FROM batch

--! replaces 0039_article_words
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

--! replaces 0043_confidence_limits
-- How sure it must be that a text is the article. The release before writes neither column, and voices what waits when an editor lets it.

-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "confidenceLimit" SMALLINT NOT NULL DEFAULT 20;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "isUnsure" BOOLEAN NOT NULL DEFAULT false;

--! replaces 0051_subtitles
-- Whether subtitles are read with an article. The release before writes no such column, and reads them.

-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "readsSubtitles" BOOLEAN NOT NULL DEFAULT true;

--! replaces 0105_article_totals
-- Articles by status for metrics: the sums of ArticleTally as they were within the last minute or so.
-- CreateTable
CREATE TABLE "ArticleTotal" (
    "status" "ArticleStatus" NOT NULL,
    "count" BIGINT NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ArticleTotal_pkey" PRIMARY KEY ("status")
);
