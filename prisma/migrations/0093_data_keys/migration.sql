--! runs with 0026_title_search
-- Data keys seal what is kept for long, and links to reports are looked up by a hash. A key seals only from a time on which all processes know
-- it: until then processes of this release seal as the release before does, which can read no other.

-- CreateTable
CREATE TABLE IF NOT EXISTS "DataKey" (
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sealsFrom" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DataKey_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "StatisticsShare" ADD COLUMN IF NOT EXISTS "tokenHash" TEXT;

--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "StatisticsShare_tokenHash_key";
CREATE UNIQUE INDEX CONCURRENTLY "StatisticsShare_tokenHash_key" ON "StatisticsShare"("tokenHash");
