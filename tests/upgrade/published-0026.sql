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

-- Searches read titles from the index that lists articles by when they were added, so that they need not visit the articles. What an index
-- holds is bounded: a folded title too. 600 characters hold any title of 500 but for letters that stand for whole words.
DROP INDEX "Article_title_words";
DROP INDEX "Article_title_trgm";
DROP INDEX "Article_by_title";
DROP INDEX "Article_live";
ALTER TABLE "Article"
  DROP COLUMN "titleFolded",
  ADD COLUMN "titleFolded" TEXT NOT NULL GENERATED ALWAYS AS (left(fold_text("title"), 600)) STORED;
CREATE INDEX "Article_live" ON "Article" ("projectId", "addedAt" DESC, "id" DESC) INCLUDE ("status", "titleFolded") WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_title_trgm" ON "Article" USING gin ("projectId", "titleFolded" gin_trgm_ops) WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_by_title" ON "Article" ("projectId", (left("titleFolded", 100)) COLLATE "C", "id") WHERE "deletedAt" IS NULL;

-- What a search of one or two characters matches: at the beginning of the text, after a space or after a mark; a mark anywhere. The marks are
-- named one by one, so that the database's locale does not matter and the index of titles can be asked: it can expand no others.
DROP FUNCTION fold_prefix(text);
CREATE FUNCTION fold_prefix(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN folded ~ ('^' || marks) THEN '' ELSE '(^|' || marks || ')' END || regexp_replace(folded, '([][\\^$.|?*+(){}#])', '\\\1', 'g')
  FROM (SELECT fold_text(value) AS folded, '[ -/:-@\u005b-\u0060{-~\u00a1\u00a7\u00ab\u00b7\u00bb\u00bf]' AS marks) f
$$;
