/** A person who founded the product. */
export interface Founder {
  readonly name: string
  readonly role: string
  readonly about: string
  /** Address of the picture, from `public` on. */
  readonly picture: string
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

/**
 * The team's page, in one place: names, pictures and links. Both people are made up, and the page says so while `example`
 * is true: whoever offers Footnote to others puts their own here.
 */
export const team: { readonly example: boolean; readonly founders: readonly Founder[] } = {
  example: true,
  founders: [
    {
      name: 'Mara Lindqvist',
      role: 'Founder, product',
      about: 'Cut documentaries before this, and kept losing the shot she knew she had.',
      picture: '/pictures/film-harbour.webp',
      links: [],
    },
    {
      name: 'Theo Anand',
      role: 'Founder, engineering',
      about: 'Builds search that says how sure it is, and runs it on the machine under the desk.',
      picture: '/pictures/film-lens.webp',
      links: [],
    },
  ],
}
