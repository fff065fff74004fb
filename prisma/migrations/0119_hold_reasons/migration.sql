--! runs with 0026_title_search
-- Why an article is on hold: an enum, and the id of the rule. A trigger derives them where a process of the
-- previous release puts articles on hold and releases them.
CREATE TYPE "HoldReason" AS ENUM ('rule', 'burst', 'low_confidence', 'review', 'doubtful_passages', 'draft');
ALTER TABLE "Article" ADD COLUMN "holdReason" "HoldReason", ADD COLUMN "holdRuleId" INTEGER;

CREATE FUNCTION parlance_hold_reason("held" "Article") RETURNS "HoldReason" LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE
    WHEN held."heldBy" IS NULL THEN NULL
    WHEN held."awaitsReview" THEN 'review'
    WHEN held."doubtfulPassage" IS NOT NULL THEN 'doubtful_passages'
    WHEN held."isBurst" THEN 'burst'
    WHEN held."isUnsure" THEN 'low_confidence'
    WHEN held."heldBy" = 'draft' AND held."sourceId" IS NULL THEN 'draft'
    ELSE 'rule'
  END)::"HoldReason"
$$;

CREATE FUNCTION parlance_derive_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."heldBy" IS NULL THEN
    NEW."holdReason" := NULL;
    NEW."holdRuleId" := NULL;
  ELSIF NEW."holdReason" IS NULL THEN
    NEW."holdReason" := parlance_hold_reason(NEW);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER article_hold_of_new BEFORE INSERT ON "Article" FOR EACH ROW
  WHEN (NEW."heldBy" IS NOT NULL AND NEW."holdReason" IS NULL) EXECUTE FUNCTION parlance_derive_hold();
CREATE TRIGGER article_hold BEFORE UPDATE OF "heldBy" ON "Article" FOR EACH ROW
  WHEN (OLD."heldBy" IS DISTINCT FROM NEW."heldBy") EXECUTE FUNCTION parlance_derive_hold();
