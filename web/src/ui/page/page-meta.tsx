import { siteFacts } from '../../lib/site.ts'

/** Title and description of a public page, for the browser's tab, search engines and link previews. */
export function PageMeta({
  title,
  description,
  path,
  image = '/pictures/share.webp',
}: {
  title: string
  description: string
  /** Address of the page, from `/` on. */
  path: string
  /** Address of the picture for link previews, from `/` on. */
  image?: string
}) {
  const { origin } = siteFacts()
  const name = `${title} · Footnote`
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + image} />
    </>
  )
}
