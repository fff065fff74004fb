-- CreateTable
CREATE TABLE "HubPing" (
    "channelId" INTEGER NOT NULL,
    "told" TEXT,
    "toldAt" TIMESTAMPTZ(3),
    "triedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT,

    CONSTRAINT "HubPing_pkey" PRIMARY KEY ("channelId")
);

-- AddForeignKey
ALTER TABLE "HubPing" ADD CONSTRAINT "HubPing_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
