import { type Product, ProductPage } from '../../features/public/pages/product-page.tsx'

const QUICK_REVIEW: Product = {
  title: 'Quick Review',
  say: 'Watch a video beside its transcript and comment where it happens. Every comment is a footnote with a number and a time.',
  picture: {
    url: '/pictures/review',
    alt: 'A video between its transcript and its comments, numbered alike in all three',
  },
  points: [
    {
      title: 'To the frame',
      words: 'A comment marks a moment or a range. Press the comment, its marker or its number to play from there.',
    },
    {
      title: 'Threads, not lists',
      words: 'Replies stay under the comment they answer. Others see them at once.',
    },
    {
      title: 'The transcript reads along',
      words: 'Words light up as they are said. Press one to go there, search them, copy them, save them as subtitles.',
    },
    {
      title: 'One link, two roles',
      words: 'Viewers watch, commenters also write. A link ends after 7, 30 or 90 days, or never.',
    },
    {
      title: 'Panels that fit the work',
      words: 'Show the transcript, the comments, both or neither, and pull the panels to the sizes that you like.',
    },
    {
      title: 'From a question to a comment',
      words: 'A moment found by search opens in review with one press.',
    },
  ],
  call: 'Write the first footnote.',
}

export default function QuickReview() {
  return <ProductPage product={QUICK_REVIEW} />
}
