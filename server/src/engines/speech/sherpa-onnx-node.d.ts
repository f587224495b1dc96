/**
 * Declarations of the used parts of the package, which has none. It reads files when it opens them, and a bad file may
 * end the process.
 */
declare module 'sherpa-onnx-node' {
  export interface Waveform {
    /** -1 to 1. */
    readonly samples: Float32Array
    readonly sampleRate: number
  }

  export interface OfflineRecognizerConfig {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number }
    readonly modelConfig: {
      readonly tokens: string
      readonly numThreads: number
      readonly provider: 'cpu'
      readonly debug: boolean
      readonly modelType?: 'nemo_transducer'
      readonly nemoCtc?: { readonly model: string }
      readonly transducer?: { readonly encoder: string; readonly decoder: string; readonly joiner: string }
      readonly whisper?: {
        readonly encoder: string
        readonly decoder: string
        /** Empty: detected for each stream. */
        readonly language: string
        readonly task: 'transcribe'
        /** Needs weights with the decoder's attention; with others it warns and returns no times. */
        readonly enableTokenTimestamps: boolean
      }
    }
    readonly decodingMethod: 'greedy_search'
  }

  /** Times in seconds from the stream's start; empty when the model does not return them. */
  export interface OfflineRecognizerResult {
    readonly text: string
    readonly lang: string
    readonly tokens: string[]
    readonly timestamps: number[]
    readonly durations?: number[]
    readonly ys_log_probs?: number[]
  }

  export class OfflineStream {
    acceptWaveform(waveform: Waveform): void
  }

  export class OfflineRecognizer {
    constructor(config: OfflineRecognizerConfig)
    createStream(): OfflineStream
    setConfig(config: OfflineRecognizerConfig): void
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): OfflineRecognizerResult
  }

  export interface VadConfig {
    /** Lengths in seconds; the window in samples. */
    readonly sileroVad: {
      readonly model: string
      readonly threshold: number
      readonly minSilenceDuration: number
      readonly minSpeechDuration: number
      readonly maxSpeechDuration: number
      readonly windowSize: number
    }
    readonly sampleRate: number
    readonly numThreads: number
    readonly provider: 'cpu'
    readonly debug: boolean
  }

  export class Vad {
    constructor(config: VadConfig, bufferSizeInSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    /** The oldest stretch of speech; its start in samples. */
    front(enableExternalBuffer: boolean): { readonly start: number; readonly samples: Float32Array }
    pop(): void
    flush(): void
  }

  export interface OfflineSpeakerDiarizationConfig {
    readonly segmentation: {
      readonly pyannote: { readonly model: string }
      readonly numThreads: number
      readonly provider: 'cpu'
      readonly debug: boolean
    }
    readonly embedding: {
      readonly model: string
      readonly numThreads: number
      readonly provider: 'cpu'
      readonly debug: boolean
    }
    /** -1: the threshold on the distances between voices decides. */
    readonly clustering: { readonly numClusters: number; readonly threshold: number }
    /** In seconds. */
    readonly minDurationOn: number
    readonly minDurationOff: number
  }

  export class OfflineSpeakerDiarization {
    constructor(config: OfflineSpeakerDiarizationConfig)
    readonly sampleRate: number
    process(samples: Float32Array): { readonly start: number; readonly end: number; readonly speaker: number }[]
  }

  const sherpa: {
    readonly OfflineRecognizer: typeof OfflineRecognizer
    readonly Vad: typeof Vad
    readonly OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
  }
  export default sherpa
}
