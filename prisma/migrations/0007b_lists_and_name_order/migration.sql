-- What lists of projects are ordered by.
ALTER TABLE "Project" ADD COLUMN "nameOrder" TEXT NOT NULL GENERATED ALWAYS AS (lower("name")) STORED;

-- A list that was never given is empty.
UPDATE "Organization" SET "features" = '{}' WHERE "features" IS NULL;
ALTER TABLE "Organization" ALTER COLUMN "features" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "features" SET NOT NULL;
UPDATE "Project" SET "children" = '{}' WHERE "children" IS NULL;
ALTER TABLE "Project" ALTER COLUMN "children" SET DEFAULT ARRAY[]::INTEGER[], ALTER COLUMN "children" SET NOT NULL;
UPDATE "Article" SET "labels" = '{}' WHERE "labels" IS NULL;
ALTER TABLE "Article" ALTER COLUMN "labels" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "labels" SET NOT NULL;
