-- A text as searches compare it: without accents and capitals, letters that are two in other spellings as two. Independent of the
-- database's locale, which may know the capitals of ASCII alone.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
        'ÆŒØŁĐÐÞẞøłđðıςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЉЊЋЂЏЅЈҐ',
        'æœolddþßolddiσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіљњћђџѕјґ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;

-- What a search for text anywhere matches, its wildcards taken literally.
CREATE FUNCTION fold_pattern(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT '%' || regexp_replace(fold_text(value), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- What a search for the beginning of a word matches.
CREATE FUNCTION fold_prefix(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT to_tsquery('pg_catalog.simple'::regconfig, '''' || replace(replace(fold_text(value), '\', '\\'), '''', '''''') || ''':*')
$$;

ALTER TABLE "Article"
  ADD COLUMN "titleFolded" TEXT NOT NULL GENERATED ALWAYS AS (fold_text("title")) STORED,
  ADD COLUMN "audioMs" INTEGER NOT NULL DEFAULT 0;

DROP INDEX "Article_title_trgm";
DROP INDEX "Article_title_words";
CREATE INDEX "Article_title_trgm" ON "Article" USING gin ("projectId", "titleFolded" gin_trgm_ops) WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_title_words" ON "Article" USING gin ("projectId", to_tsvector('simple', "titleFolded")) WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_labels" ON "Article" USING gin ("projectId", "labels") WHERE "deletedAt" IS NULL;
-- By the beginning of the title: all of it can be too long for an index.
CREATE INDEX "Article_by_title" ON "Article" ("projectId", (left("titleFolded", 100)) COLLATE "C", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_by_duration" ON "Article" ("projectId", "audioMs", "id") WHERE "deletedAt" IS NULL;

-- How long the audio is, so that a list can be ordered by it.
CREATE FUNCTION article_duration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."audioMs" := coalesce((SELECT round("durationMs") FROM "Audio" WHERE "version" = NEW."audio"), 0);
  RETURN NEW;
END $$;
UPDATE "Article" a SET "audioMs" = round(v."durationMs") FROM "Audio" v WHERE v."version" = a."audio";
CREATE TRIGGER "Article_duration" BEFORE UPDATE OF "audio" ON "Article" FOR EACH ROW
  WHEN (NEW."audio" IS DISTINCT FROM OLD."audio") EXECUTE FUNCTION article_duration();
CREATE TRIGGER "Article_duration_at_first" BEFORE INSERT ON "Article" FOR EACH ROW
  WHEN (NEW."audio" IS NOT NULL) EXECUTE FUNCTION article_duration();

CREATE TABLE "ArticleTally" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "status" "ArticleStatus" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ArticleTally_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ArticleTally_place" ON "ArticleTally" ("projectId", "day", "status") INCLUDE ("count");

-- Puts a day's rows together. Rows that somebody else is putting together are left to him, so that nobody waits.
CREATE FUNCTION article_tally_compact(project integer, that_day date) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    SELECT "id" FROM "ArticleTally" WHERE "projectId" = project AND "day" = that_day FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM "ArticleTally" t USING taken WHERE t."id" = taken."id" RETURNING t."status", t."count"
  )
  INSERT INTO "ArticleTally" ("projectId", "day", "status", "count")
  SELECT project, that_day, "status", sum("count") FROM gone GROUP BY "status" HAVING sum("count") <> 0
$$;

CREATE FUNCTION article_tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  touched record;
BEGIN
  FOR touched IN
    SELECT "projectId" AS project, ("addedAt" AT TIME ZONE 'UTC')::date AS that_day, "status" AS state, count(*) AS many
    FROM changed WHERE "deletedAt" IS NULL GROUP BY 1, 2, 3
  LOOP
    INSERT INTO "ArticleTally" ("projectId", "day", "status", "count") VALUES (touched.project, touched.that_day, touched.state, sign * touched.many);
    IF random() < 0.02 THEN PERFORM article_tally_compact(touched.project, touched.that_day); END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "Article_tally_added" AFTER INSERT ON "Article" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION article_tally_rows();
CREATE TRIGGER "Article_tally_removed" AFTER DELETE ON "Article" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION article_tally_rows();

CREATE FUNCTION article_tally_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."deletedAt" IS NULL THEN
    INSERT INTO "ArticleTally" ("projectId", "day", "status", "count")
    VALUES (OLD."projectId", (OLD."addedAt" AT TIME ZONE 'UTC')::date, OLD."status", -1);
  END IF;
  IF NEW."deletedAt" IS NULL THEN
    INSERT INTO "ArticleTally" ("projectId", "day", "status", "count")
    VALUES (NEW."projectId", (NEW."addedAt" AT TIME ZONE 'UTC')::date, NEW."status", 1);
  END IF;
  IF random() < 0.02 THEN PERFORM article_tally_compact(NEW."projectId", (NEW."addedAt" AT TIME ZONE 'UTC')::date); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Article_tally_moved" AFTER UPDATE ON "Article" FOR EACH ROW
  WHEN ((OLD."status", OLD."addedAt", OLD."projectId", OLD."deletedAt" IS NULL)
    IS DISTINCT FROM (NEW."status", NEW."addedAt", NEW."projectId", NEW."deletedAt" IS NULL))
  EXECUTE FUNCTION article_tally_moved();

INSERT INTO "ArticleTally" ("projectId", "day", "status", "count")
SELECT "projectId", ("addedAt" AT TIME ZONE 'UTC')::date, "status", count(*) FROM "Article" WHERE "deletedAt" IS NULL GROUP BY 1, 2, 3;
