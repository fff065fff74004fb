-- CreateTable
CREATE TABLE "Rendition" (
    "version" TEXT NOT NULL,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Rendition_pkey" PRIMARY KEY ("version")
);

-- AddForeignKey
ALTER TABLE "Rendition" ADD CONSTRAINT "Rendition_version_fkey" FOREIGN KEY ("version") REFERENCES "Audio"("version") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the sweeper looks for every minute, few among many articles.
CREATE INDEX "Article_unfinished" ON "Article" ("id") WHERE "status" IN ('waiting', 'processing', 'retry') AND "deletedAt" IS NULL;
CREATE INDEX "Article_limited" ON "Article" ("id") WHERE "status" = 'limit_reached' AND "deletedAt" IS NULL;
CREATE INDEX "Article_recrawl" ON "Article" ("recrawlTime") WHERE "recrawlTime" IS NOT NULL AND "deletedAt" IS NULL;
