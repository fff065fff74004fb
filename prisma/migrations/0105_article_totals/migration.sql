--! runs with 0026_title_search
-- Articles by status for metrics: the sums of ArticleTally as they were within the last minute or so.
-- CreateTable
CREATE TABLE "ArticleTotal" (
    "status" "ArticleStatus" NOT NULL,
    "count" BIGINT NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ArticleTotal_pkey" PRIMARY KEY ("status")
);
