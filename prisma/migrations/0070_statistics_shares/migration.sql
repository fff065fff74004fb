--! runs with 0026_title_search
-- Reports that are shared by a link, that somebody pinned to the dashboard, and up to which day they were mailed. The release before
-- mails and shares none.

-- CreateTable
CREATE TABLE "StatisticsShare" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "period" TEXT,
    "firstDay" DATE,
    "lastDay" DATE,
    "passwordHash" TEXT,
    "embeddable" BOOLEAN NOT NULL DEFAULT false,
    "ofMail" BOOLEAN NOT NULL DEFAULT false,
    "createdById" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StatisticsShare_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StatisticsPin" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "projectId" INTEGER NOT NULL,
    "report" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StatisticsPin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportMail" (
    "projectId" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "through" DATE NOT NULL,

    CONSTRAINT "ReportMail_pkey" PRIMARY KEY ("projectId","period")
);

-- CreateIndex
CREATE UNIQUE INDEX "StatisticsShare_token_key" ON "StatisticsShare"("token");

-- CreateIndex
CREATE INDEX "StatisticsShare_projectId_id_idx" ON "StatisticsShare"("projectId", "id");

-- CreateIndex
CREATE INDEX "StatisticsPin_projectId_idx" ON "StatisticsPin"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "StatisticsPin_userId_projectId_report_period_key" ON "StatisticsPin"("userId", "projectId", "report", "period");

-- AddForeignKey
ALTER TABLE "StatisticsShare" ADD CONSTRAINT "StatisticsShare_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsShare" ADD CONSTRAINT "StatisticsShare_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsPin" ADD CONSTRAINT "StatisticsPin_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsPin" ADD CONSTRAINT "StatisticsPin_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
