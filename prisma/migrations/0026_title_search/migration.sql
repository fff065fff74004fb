-- Mended after it was released: it wrote every article anew under a lock, and put another function in the place of one that was in use. Databases
-- that ran it as it was go on, and are brought to the same by 0030.
--! runs with 0025_rule_switch

-- A text as searches compare it, as before; now typographic marks count as those of a keyboard, too.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
        'ÆŒØŁĐÐÞẞøłđðıςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЉЊЋЂЏЅЈҐ‘’‚‛′‹›“”„‟‐‒–—―⁄‖•†‡、。〈〉《》「」『』【】',
        'æœolddþßolddiσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіљњћђџѕјґ''''''''''<>""""-----/|***,.<><>[][][]'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;

-- What an index holds is bounded: a folded title too. 600 characters hold any title of 500 but for letters that stand for whole words. A trigger
-- writes it: what a generated column is made of cannot change without writing the table anew.
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

--! in batches
WITH batch AS (
  SELECT "id" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), folded AS (
  UPDATE "Article" a SET "titleFolded" = left(fold_text(a."title"), 600) FROM batch b
  WHERE a."id" = b."id" AND a."titleFolded" <> left(fold_text(a."title"), 600)
)
SELECT max("id") AS last FROM batch

--! one by one
-- Searches read titles from the index that lists articles by when they were added, so that they need not visit the articles.
DROP INDEX CONCURRENTLY IF EXISTS "Article_live_titles";
CREATE INDEX CONCURRENTLY "Article_live_titles" ON "Article" ("projectId", "addedAt" DESC, "id" DESC) INCLUDE ("status", "titleFolded") WHERE "deletedAt" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "Article_live";
ALTER INDEX "Article_live_titles" RENAME TO "Article_live";
