-- CreateEnum
CREATE TYPE "AmazonAccountState" AS ENUM ('linked', 'revoked');

-- CreateEnum
CREATE TYPE "DeploymentStatus" AS ENUM ('starting', 'finished', 'failed');

-- CreateEnum
CREATE TYPE "DeploymentStep" AS ENUM ('waiting', 'manifest', 'models', 'done');

-- CreateTable
CREATE TABLE "AmazonAccount" (
    "id" SERIAL NOT NULL,
    "organizationId" INTEGER NOT NULL,
    "amazonUserId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "vendorId" TEXT NOT NULL,
    "state" "AmazonAccountState" NOT NULL DEFAULT 'linked',
    "refreshToken" TEXT NOT NULL,
    "accessToken" TEXT NOT NULL,
    "accessEndsAt" TIMESTAMPTZ(3) NOT NULL,
    "linkedBy" INTEGER,
    "linkedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AmazonAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlexaSkill" (
    "channelId" INTEGER NOT NULL,
    "vendorId" TEXT NOT NULL,
    "skillId" TEXT,
    "creatingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AlexaSkill_pkey" PRIMARY KEY ("channelId","vendorId")
);

-- CreateTable
CREATE TABLE "Deployment" (
    "id" SERIAL NOT NULL,
    "channelId" INTEGER NOT NULL,
    "status" "DeploymentStatus" NOT NULL DEFAULT 'starting',
    "step" "DeploymentStep" NOT NULL DEFAULT 'waiting',
    "description" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" INTEGER,

    CONSTRAINT "Deployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlexaListener" (
    "channelId" INTEGER NOT NULL,
    "listener" TEXT NOT NULL,
    "playing" TEXT NOT NULL,
    "articles" INTEGER[],
    "position" INTEGER NOT NULL DEFAULT 0,
    "offsetMs" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "shuffle" BOOLEAN NOT NULL DEFAULT false,
    "loop" BOOLEAN NOT NULL DEFAULT false,
    "ended" BOOLEAN NOT NULL DEFAULT false,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AlexaListener_pkey" PRIMARY KEY ("channelId","listener")
);

-- CreateIndex
CREATE UNIQUE INDEX "AmazonAccount_organizationId_key" ON "AmazonAccount"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "AlexaSkill_skillId_key" ON "AlexaSkill"("skillId");

-- CreateIndex
CREATE INDEX "Deployment_channelId_idx" ON "Deployment"("channelId");

-- CreateIndex
CREATE INDEX "AlexaListener_modifiedAt_idx" ON "AlexaListener"("modifiedAt");

-- AddForeignKey
ALTER TABLE "AmazonAccount" ADD CONSTRAINT "AmazonAccount_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AmazonAccount" ADD CONSTRAINT "AmazonAccount_linkedBy_fkey" FOREIGN KEY ("linkedBy") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlexaSkill" ADD CONSTRAINT "AlexaSkill_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deployment" ADD CONSTRAINT "Deployment_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deployment" ADD CONSTRAINT "Deployment_createdBy_fkey" FOREIGN KEY ("createdBy") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlexaListener" ADD CONSTRAINT "AlexaListener_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A channel is deployed once at a time.
CREATE UNIQUE INDEX "Deployment_running_key" ON "Deployment"("channelId") WHERE "status" = 'starting';
