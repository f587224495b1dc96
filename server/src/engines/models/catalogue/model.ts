/** The use of a model. */
export type ModelKind = 'visual embedding' | 'text embedding' | 'speech' | 'diarisation' | 'ocr'

/** The place of a file on a hub. */
export interface Source {
  /** For example `onnx-community/siglip2-base-patch16-256-ONNX`. */
  readonly repo: string
  /** A commit or a branch. */
  readonly revision: string
  /** Path in the repository. */
  readonly path: string
}

/** One file of a model. */
export interface ModelFile {
  /** Path in the model's repository, and in its folder. */
  readonly path: string
  /** SHA-256 in lower-case hexadecimal; null if unknown: then the first download pins it. */
  readonly sha256: string | null
  /** Bytes; null if unknown. */
  readonly size: number | null
  /**
   * Other places of the same bytes, tried in order after the model's own repository. Only for a file with a known hash.
   */
  readonly other_sources?: readonly Source[]
}

/** A model for an engine. */
export interface Model {
  /** Name for people, for example 'Whisper small'. */
  readonly title: string
  readonly kind: ModelKind
  /** Its repository on the hub, for example `onnx-community/siglip2-base-patch16-256-ONNX`. */
  readonly repo: string
  /** Commit to download; null if none is known: then the first download pins it. */
  readonly revision: string | null
  /** SPDX identifier of the weights' licence. */
  readonly licence: string
  /** Makers of the weights, whom a licence may require us to name. */
  readonly by: string
  /** Files under another licence than the weights. */
  readonly parts?: readonly { readonly title: string; readonly licence: string; readonly by: string }[]
  /** Length of its vectors; null for a model without vectors. */
  readonly dimensions: number | null
  /** BCP 47 tags; `mul` if its makers name about a hundred; empty if language does not matter. */
  readonly languages: readonly string[]
  /**
   * Whether the product downloads it by itself after the start, because an engine reads it by default. Requested models
   * are downloaded as well.
   */
  readonly fetched_by_default: boolean
  /** Name of a better model for the same use. If this machine has it, this one is not downloaded. */
  readonly unless?: string
  readonly files: readonly ModelFile[]
}

/** Models by the name of their folder. */
export type Catalogue = Readonly<Record<string, Model>>

/** @param sha256 null if unknown @param size bytes, null if unknown */
export const file = (path: string, sha256: string | null = null, size: number | null = null): ModelFile => ({
  path,
  sha256,
  size,
})

/** A file that other repositories have as well; the hash proves that it is the same. @param known its hash and bytes */
export const fileOf = (
  path: string,
  known: readonly [sha256: string, size: number | null],
  ...other_sources: Source[]
): ModelFile => ({ ...file(path, ...known), other_sources })
