/** How somebody could work with the product. */
export interface UseCase {
  /** Last part of its address. */
  readonly id: string
  readonly category: Category
  readonly title: string
  readonly subtitle: string
  /** The screen on its card and in messages: its address without theme, size and ending, and what it shows. */
  readonly screen: { readonly url: string; readonly alt: string }
  /** Pictures of the product; `url` is the address without theme, size and ending. */
  readonly screenshots: readonly { readonly url: string; readonly alt: string; readonly caption: string }[]
  readonly industry: string
  readonly product: 'Video Search' | 'Quick Review'
  /** What somebody in this place might say; `author`, `role` and `company` name the place, no person. */
  readonly quote: string
  readonly author: string
  readonly role: string
  readonly company: string
  /** `billing`: not there where plans are hidden. */
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
