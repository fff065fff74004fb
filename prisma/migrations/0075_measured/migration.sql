--! runs with 0026_title_search
-- What reports lack: the voice of a segment and the author of an article, how far ads came, where in an article it was heard, and
-- downloads of podcasts. The release before writes none of it.

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "author" TEXT;

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN     "voice" TEXT;

-- AlterTable
ALTER TABLE "ListeningHour" ADD COLUMN     "ads" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "ListeningProgress" ADD COLUMN     "at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ArticleHeard" (
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "teaser" BOOLEAN NOT NULL,
    "plays" INTEGER NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "parts" INTEGER[],

    CONSTRAINT "ArticleHeard_pkey" PRIMARY KEY ("projectId","articleId","day","teaser")
);

-- CreateTable
CREATE TABLE "DownloadHour" (
    "projectId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "episodeId" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "app" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "downloads" INTEGER NOT NULL,

    CONSTRAINT "DownloadHour_pkey" PRIMARY KEY ("projectId","hour","channelId","episodeId","app","device","country")
);

-- CreateTable
CREATE TABLE "DownloadSeen" (
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    "got" INTEGER[],
    "counted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DownloadSeen_pkey" PRIMARY KEY ("day","key")
);

-- CreateTable
CREATE TABLE "DownloadKey" (
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,

    CONSTRAINT "DownloadKey_pkey" PRIMARY KEY ("day")
);
