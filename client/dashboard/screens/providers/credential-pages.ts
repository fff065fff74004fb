/** Where each speech service gives out credentials; the offline engine needs none. */
export const credentialPages: Readonly<Record<string, string>> = {
  google: 'https://console.cloud.google.com/apis/credentials',
  amazon: 'https://console.aws.amazon.com/iam/home#/users',
  microsoft: 'https://portal.azure.com/#create/Microsoft.CognitiveServicesSpeechServices',
  ibm: 'https://cloud.ibm.com/catalog/services/text-to-speech',
  openai: 'https://platform.openai.com/api-keys',
  elevenlabs: 'https://elevenlabs.io/app/settings/api-keys',
  gemini25: 'https://aistudio.google.com/apikey',
};
