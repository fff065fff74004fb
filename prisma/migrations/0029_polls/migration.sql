--! runs with 0026_title_search
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
