--! runs with 0026_title_search
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
