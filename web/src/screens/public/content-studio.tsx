import { type Product, ProductPage } from '../../features/public/pages/product-page.tsx'
import { Badge } from '../../ui/marks/badge.tsx'

const CONTENT_STUDIO: Product = {
  title: (
    <>
      Content studio <Badge>Coming soon</Badge>
    </>
  ),
  say: 'The plan: new cuts, drafted from the moments that you have found. There is nothing to try yet, and no date.',
  points: [
    {
      title: 'What it will start from',
      words: 'Your own footage: the matches of a search and the ranges of a review.',
    },
    {
      title: 'What it will make',
      words: 'A first cut with sources: every shot keeps a footnote to the video it came from.',
    },
    { title: 'What works today', words: 'Search and review. Clips of what you find can be downloaded now.' },
  ],
  call: 'Start with what is there.',
}

export default function ContentStudio() {
  return <ProductPage product={CONTENT_STUDIO} />
}
