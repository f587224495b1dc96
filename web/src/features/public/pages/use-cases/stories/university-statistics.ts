import type { UseCase } from '../use-case.ts'

export const universityStatistics: UseCase = {
  id: 'university-statistics',
  category: 'Education',
  title: 'A statistics class marks its video presentations together',
  subtitle:
    'Ninety recorded presentations, four markers, one rubric: comments at the second instead of notes on paper.',
  screen: {
    url: '/pictures/case-university-statistics',
    alt: 'A recorded presentation between its transcript and the comments of two markers',
  },
  screenshots: [
    {
      url: '/pictures/case-university-statistics',
      alt: 'A video between its transcript and its comments',
      caption:
        'Markers read ahead in the transcript on the left; the numbers are their comments. The video is a sample film.',
    },
    {
      url: '/pictures/result',
      alt: 'A match plays in its loop beside the words around it',
      caption: 'Where a term was said: the moment loops, with what was said before and after.',
    },
  ],
  industry: 'Higher education',
  product: 'Quick Review',
  quote: 'I no longer write “around minute four”. I write it at minute four, and the student lands there.',
  author: 'A lecturer',
  role: 'Introductory statistics',
  company: 'A university',
  metrics: [
    { value: '50%', label: 'less time for grading: the aim of this example, not a measurement' },
    { value: '4', label: 'markers in one thread per presentation' },
    { value: '5', label: 'seats in the Team plan', billing: true },
  ],
  challenge:
    'Each term ninety students hand in a recorded presentation of their own data. Four markers watch every one, scrub back for the sentence they mean, and write feedback that has no place in the video.',
  outcome:
    'Feedback is at the second it is about. Markers read the transcript first, go to what needs watching, and agree in the thread instead of in a meeting.',
  details: [
    'Comments on a second or a range, numbered in the transcript, on the timeline and beside the note',
    'Replies in threads, so that a second marker confirms instead of repeating',
    'Viewer links for students that end when the term does',
    'Sentences that were used before come back as suggestions while one types',
  ],
  full_content: {
    introduction:
      'An introductory course asks its students to explain one analysis on video: the question, the test, the result, and what it does not show. The recordings are short, and there are many of them.',
    challenge:
      'Marking video is slow for two reasons. Nobody can skim it, and nothing written about it can be pointed at. A marker who doubts a claim has to find it again; a student who reads “the interval is misread” has to guess where.',
    solution:
      'The class has one review collection. Every presentation is transcribed as it arrives, so a marker reads the transcript beside the video and presses the sentence to hear it. A comment takes the second it was written at. The sentences of the rubric come back as suggestions while a marker types, so that all four say the same thing in the same words.',
    results:
      'The aim is to need half the time per presentation: one reading of the transcript and a few targeted minutes in place of two full viewings. Whether a course gets there depends on its rubric and its recordings; count before and after.',
    looking_forward: 'The comments of one term show where students go wrong, and which lecture needs another example.',
    conclusion: 'Marking stays judgement. What goes away is the looking for the place, on both sides.',
  },
}
