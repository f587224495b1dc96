import { siteFacts } from '../../lib/site.ts'

/** What the browser's tab, search engines and links in messages say of a public page. */
export function PageHead({
  title,
  description,
  path,
  image = '/pictures/share.webp',
}: {
  title: string
  description: string
  /** Address of the page, from `/` on. */
  path: string
  /** Address of the picture that messages show, from `/` on. */
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
