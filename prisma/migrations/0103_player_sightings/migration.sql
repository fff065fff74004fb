--! runs with 0026_title_search
-- What each web player last met: its channel's list shows it, and how many requests started nothing.
CREATE TABLE "PlayerSighting" (
    "channelId" INTEGER NOT NULL,
    "seenUrl" TEXT,
    "seenAt" TIMESTAMPTZ(3),
    "missedUrl" TEXT,
    "missedAt" TIMESTAMPTZ(3),
    "refusedOn" DATE NOT NULL,
    "refused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PlayerSighting_pkey" PRIMARY KEY ("channelId")
);

ALTER TABLE "PlayerSighting" ADD CONSTRAINT "PlayerSighting_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
