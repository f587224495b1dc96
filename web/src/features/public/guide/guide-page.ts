/** A text, the name of something on the screen, what people type or press, or a link to another page of the guide. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly text: string }

/** A part of a page. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  /** Name of the picture without theme and extension. */
  | { readonly kind: 'picture'; readonly name: string; readonly alt: string }

/** A page of the guide in docs/guide. */
export interface GuidePage {
  /** Last part of its address. */
  readonly name: string
  readonly title: string
  readonly summary: readonly Inline[]
  readonly blocks: readonly Block[]
}

/** Width and height of every picture of the guide (pixels). */
export const PICTURE_SIZE = { width: 720, height: 450 } as const

/** Address of a page, or of the list of pages. */
export const guideAddress = (name?: string): string => (name ? `/help/${name}` : '/help')
