import type { UseCase } from '../use-case.ts'

export const documentaryDesk: UseCase = {
  id: 'documentary-desk',
  category: 'AI Review',
  title: 'A documentary desk logs its rushes by asking',
  subtitle: 'Days of harbour footage, found by what is in it, then marked up by the editor and the director.',
  screen: {
    url: '/pictures/case-documentary-desk',
    alt: 'A question in the search field, and the shots of boats that answer it',
  },
  screenshots: [
    {
      url: '/pictures/case-documentary-desk',
      alt: 'Moments that answer a question, each with its timecode',
      caption: 'The boat, the board and the sentence about it: three kinds of evidence in one list.',
    },
    {
      url: '/pictures/result',
      alt: 'A match plays in its loop beside the words around it',
      caption: 'A match loops while one decides; one press makes a clip of it.',
    },
  ],
  industry: 'Film and television',
  product: 'Video Search',
  quote: 'We stopped logging everything. We log what we keep.',
  author: 'An editor',
  role: 'Documentary',
  company: 'A small production company',
  metrics: [
    { value: '3.8 min', label: 'to index an hour of 720p without Conversation on two processor cores, measured' },
    { value: '1 s', label: 'between the pictures that are looked at' },
    { value: '600', label: 'minutes of new footage a month in the Pro plan', billing: true },
  ],
  challenge:
    'Two weeks at a harbour are sixty hours of footage. Logging them by hand takes longer than the cut, and the log is written before anybody knows the story.',
  outcome:
    'The first look at the footage is a question. Shots are found by what is in them; the log is the trail of comments on those that were considered.',
  details: [
    'Objects, people, colours and kinds of shot, without a word of logging',
    'Signs and boards are read: the name of a boat finds its shots',
    'A still from elsewhere as the question',
    'Comments of editor and director on the same timeline',
  ],
  full_content: {
    introduction:
      'A two-person team films for two weeks and edits for six. Between the two comes the logging: watching everything once, writing down what it is.',
    challenge:
      'A log answers the questions that its writer thought of. The story changes in the edit, and the shot that is needed in week four was logged as “boats, misc.”',
    solution:
      'Cards are uploaded the evening they are filled and indexed overnight. The editor asks for what the scene needs, keeps Low answers out of sight until nothing better is left, and opens what looks right in review, where the director answers in the thread.',
    results:
      'Nights are long enough: at under four minutes an hour for pictures and signs, a day’s five hours are done before midnight. How good a find is depends on the footage; the score says how sure each one is.',
    looking_forward: 'Footage of one film answers questions of the next: the collection stays, with its comments.',
    conclusion: 'The best log is the one nobody has to write.',
  },
}
