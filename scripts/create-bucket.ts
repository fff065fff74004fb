/**
 * Creates the bucket that STORAGE_URL names, if it is missing. For a store of your own: see
 * .github/docs/containers.md.
 */
import { CreateBucketCommand, HeadBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { parseConfig } from '../server/config.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';
import { parseS3Url } from '../server/storage/s3.ts';

try {
  const { storageUrl, env } = parseConfig(process.env);
  const { bucket, region, endpoint } = parseS3Url(storageUrl);
  const accessKeyId = env['S3_ACCESS_KEY_ID'];
  const secretAccessKey = env['S3_SECRET_ACCESS_KEY'];
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} exists.`);
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} was created.`);
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
