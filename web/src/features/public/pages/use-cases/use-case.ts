/** An example of working with the product. */
export interface UseCase {
  /** Last part of its address. */
  readonly id: string
  readonly category: Category
  readonly title: string
  readonly subtitle: string
  /**
   * The screen on its card and in link previews: its address without theme, size and extension, and its description.
   */
  readonly screen: { readonly url: string; readonly alt: string }
  /** Pictures of the product; `url` is the address without theme, size and extension. */
  readonly screenshots: readonly { readonly url: string; readonly alt: string; readonly caption: string }[]
  readonly industry: string
  readonly product: 'Video Search' | 'Quick Review'
  /** An invented quote; `author`, `role` and `company` describe a position, not a person. */
  readonly quote: string
  readonly author: string
  readonly role: string
  readonly company: string
  /** `billing`: hidden on installations without plans. */
  readonly metrics: readonly { readonly value: string; readonly label: string; readonly billing?: boolean }[]
  readonly challenge: string
  readonly outcome: string
  /** Key features. */
  readonly details: readonly string[]
  readonly full_content: {
    readonly introduction: string
    readonly challenge: string
    readonly solution: string
    readonly results: string
    readonly looking_forward: string
    readonly conclusion: string
  }
}

export const CATEGORIES = ['Education', 'Assessment', 'AI Review'] as const
export type Category = (typeof CATEGORIES)[number]
