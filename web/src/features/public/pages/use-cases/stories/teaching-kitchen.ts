import type { UseCase } from '../use-case.ts'

export const teachingKitchen: UseCase = {
  id: 'teaching-kitchen',
  category: 'Assessment',
  title: 'A teaching kitchen assesses what the hands did',
  subtitle: 'Practical exams on video, assessed twice, with every mark tied to the moment that earned it.',
  screen: {
    url: '/pictures/case-teaching-kitchen',
    alt: 'A practical exam on video between its transcript and the remarks of two examiners',
  },
  screenshots: [
    {
      url: '/pictures/case-teaching-kitchen',
      alt: 'A video between its transcript and its comments',
      caption: 'A remark is a footnote: select it and the video goes there.',
    },
  ],
  industry: 'Vocational training',
  product: 'Quick Review',
  quote: 'When somebody appeals, we open the comment and watch the ten seconds it is about.',
  author: 'An examiner',
  role: 'Practical examinations',
  company: 'A culinary school',
  metrics: [
    { value: '2', label: 'examiners per recording, in one thread' },
    { value: '1 s', label: 'the finest place a remark is given here; frames are there when needed' },
    { value: '90 days', label: 'the longest a link to a recording lives, unless it is meant to stay' },
  ],
  challenge:
    'Two examiners have to assess each practical exam independently, and agree. Paper sheets say what was missing, but not when, and an appeal means watching three hours again.',
  outcome: 'Each mark refers to a moment. Disagreements are settled by looking at it, and an appeal by sending a link.',
  details: [
    'Ranges: a remark lasts as long as what it is about',
    'The second examiner replies in the thread',
    'Links that only let the candidate watch, and that end',
    'Everything stays on a server of the school',
  ],
  full_content: {
    introduction:
      'A school films its practical exams: one camera over the table, one at the stove. The recordings were made for appeals, and opened for nothing else.',
    challenge:
      'A mark for technique is about seconds: how a knife was held, when the butter went in. On paper it turns into a word, and the word into an argument.',
    solution:
      'Recordings go into a review collection per exam. An examiner watches at double speed, stops, and writes; the comment keeps the time. The second examiner sees the numbers on the timeline, goes from one to the next, and replies where they see it differently.',
    results:
      'What the school gains is evidence, and that is all this example claims: every mark can be shown. The time it takes to assess should be counted before and after like any other change.',
    looking_forward:
      'A remark that comes back with every cohort becomes the demonstration at the start of the next course.',
    conclusion: 'An assessment is fair when both sides can look at the same second.',
  },
}
