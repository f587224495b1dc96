/** What a worker is told beside its folders and its tools: no mail server, no payments. */
export const WORKER_SETTINGS = {
  models: { provided_folder: null, folder: '/nonexistent', hub_url: null },
  download_models: 'auto' as const,
  speech_model: null,
  ocr_model: null,
  ffmpeg_path: 'ffmpeg',
  ffprobe_path: 'ffprobe',
  billing: true,
  stripe: null,
  public_url: 'http://localhost:3000',
  secret_key: 'a secret that is long enough for a test',
  smtp_url: null,
  mail_from: 'Footnote <footnote@localhost>',
}
