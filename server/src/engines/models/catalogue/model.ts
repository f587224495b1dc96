/** What a model is for. */
export type ModelKind = 'visual embedding' | 'text embedding' | 'speech' | 'voice activity' | 'diarisation' | 'ocr'

/** Where a hub has a file. */
export interface Source {
  /** For example `onnx-community/siglip2-base-patch16-256-ONNX`. */
  readonly repo: string
  /** A commit, or the name of a branch. */
  readonly revision: string
  /** Inside the repository. */
  readonly path: string
}

/** One file of a model. */
export interface ModelFile {
  /** Where it lies in the model's own repository, and in the model's folder. */
  readonly path: string
  /** SHA-256 in lower-case hexadecimal digits; null where it is not known yet: it is then pinned on first use. */
  readonly sha256: string | null
  /** Bytes; null where they are not known. */
  readonly size: number | null
  /** Where the same bytes lie as well, asked in this order after the model's own repository; only of a file whose hash is known. */
  readonly other_sources?: readonly Source[]
}

/** A model that an engine can be opened with. */
export interface Model {
  /** What a person reads, for example 'Whisper small'. */
  readonly title: string
  readonly kind: ModelKind
  /** Its repository on the hub, for example `onnx-community/siglip2-base-patch16-256-ONNX`. */
  readonly repo: string
  /** The commit that is fetched; null where none is known: what the hub has on first use is then pinned. */
  readonly revision: string | null
  /** SPDX identifier of the weights' licence. */
  readonly licence: string
  /** Who made the weights; a licence may ask that they be named. */
  readonly by: string
  /** Files under another licence than the weights. */
  readonly parts?: readonly { readonly title: string; readonly licence: string; readonly by: string }[]
  /** Length of its vectors; null for a model without. */
  readonly dimensions: number | null
  /** BCP 47 tags; `mul` where its makers name about a hundred; empty where language does not matter. */
  readonly languages: readonly string[]
  /**
   * Whether it is fetched by itself after the product has started: true of what an engine reads, and reads by default. What an engine
   * reads because somebody asked for it is fetched as well.
   */
  readonly fetched_by_default: boolean
  /** Name of a model that does the same better: where that is here, this one is not fetched by itself. */
  readonly unless?: string
  readonly files: readonly ModelFile[]
}

/** Models by the name of their folder. */
export type Catalogue = Readonly<Record<string, Model>>

/** @param sha256 null where it is not known @param size bytes, null where they are not known */
export const file = (path: string, sha256: string | null = null, size: number | null = null): ModelFile => ({
  path,
  sha256,
  size,
})

/** A file that other repositories have as well: whichever is asked, the hash decides. @param known its hash and bytes */
export const fileOf = (
  path: string,
  known: readonly [sha256: string, size: number | null],
  ...other_sources: Source[]
): ModelFile => ({ ...file(path, ...known), other_sources })
