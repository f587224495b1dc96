/** A subtitle as it must come in: seconds, text and speaker. */
export type ReadLine = readonly [start: number, end: number, text: string, speaker?: string]

/** A subtitle file in the form of another program, and what it says. */
export interface SubtitleFile {
  /** What is special about it. */
  readonly name: string
  readonly text: string
  readonly lines: readonly ReadLine[]
  /** Subtitles that cannot be shown. */
  readonly skipped?: number
}

const TWO: readonly ReadLine[] = [
  [1, 3.5, 'We left the harbour.'],
  [5, 7, 'Was the fog bad?'],
]
const SRT = `1
00:00:01,000 --> 00:00:03,500
We left the harbour.

2
00:00:05,000 --> 00:00:07,000
Was the fog bad?
`
const VTT = `WEBVTT

00:00:01.000 --> 00:00:03.500
We left the harbour.

00:00:05.000 --> 00:00:07.000
Was the fog bad?
`
const cue = (text: string, head = 'WEBVTT\n\n'): string => `${head}00:01.000 --> 00:03.500\n${text}\n`

/** SRT and WebVTT as programs write them. Each file begins within the first minute and ends before the second. */
export const SUBTITLE_FILES: readonly SubtitleFile[] = [
  { name: 'SRT', text: SRT, lines: TWO },
  { name: 'SRT with the mark at the beginning of a file', text: `\ufeff${SRT}`, lines: TWO },
  { name: 'SRT with two such marks', text: `\ufeff\ufeff${SRT}`, lines: TWO },
  { name: 'SRT of Windows', text: SRT.replaceAll('\n', '\r\n'), lines: TWO },
  { name: 'SRT of old Macs', text: SRT.replaceAll('\n', '\r'), lines: TWO },
  { name: 'SRT with blank lines before it', text: `\n\n${SRT}\n\n\n`, lines: TWO },
  { name: 'SRT without numbers', text: SRT.replaceAll(/^\d\n/gm, ''), lines: TWO },
  { name: 'SRT without blank lines', text: SRT.replaceAll('\n\n', '\n'), lines: TWO },
  { name: 'SRT without a line end at the end', text: SRT.trimEnd(), lines: TWO },
  { name: 'SRT with full stops', text: SRT.replaceAll(',', '.'), lines: TWO },
  {
    name: 'SRT with short fractions and hours',
    text: SRT.replaceAll('00:00:01,000', '0:0:1,0').replaceAll('03,500', '03,5').replaceAll('07,000', '07'),
    lines: TWO,
  },
  { name: 'SRT without hours', text: SRT.replaceAll('00:00:', '00:'), lines: TWO },
  { name: 'SRT with blanks around times', text: SRT.replaceAll(/^(0.*)$/gm, '  $1  \t'), lines: TWO },
  {
    name: 'SRT with places on the screen',
    text: SRT.replaceAll(/(500|07,000)$/gm, '$1  X1:100 X2:600 Y1:50 Y2:80'),
    lines: TWO,
  },
  {
    name: 'SRT that begins with 0 and counts wrongly',
    text: SRT.replace('1\n', '0\n').replace('2\n', '17\n'),
    lines: TWO,
  },
  {
    name: 'SRT whose text is a number',
    text: '1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:03,000 --> 00:00:04,000\n7\n',
    lines: [
      [1, 2, '42'],
      [3, 4, '7'],
    ],
  },
  {
    name: 'SRT with blank lines in a text',
    text: '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\nTwo.\n\n2\n00:00:03,000 --> 00:00:04,000\nThree.\n',
    lines: [
      [1, 2, 'One. Two.'],
      [3, 4, 'Three.'],
    ],
  },
  {
    name: 'SRT with tags',
    text: '1\n00:00:01,000 --> 00:00:02,000\n<i>We</i> <b>left</b> <u>the</u> <font color="#ffff00" size=12>harbour</font>.\n',
    lines: [[1, 2, 'We left the harbour.']],
  },
  {
    name: 'SRT with styles of ASS',
    text: '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\pos(10,20)\\i1}We left\\Nthe\\hharbour{\\i0}.\n',
    lines: [[1, 2, 'We left the harbour.']],
  },
  {
    name: 'SRT with brackets that are text',
    text: '1\n00:00:01,000 --> 00:00:02,000\n<laughs> 3 < 4 {sic} & more <3\n',
    lines: [[1, 2, '<laughs> 3 < 4 {sic} & more <3']],
  },
  {
    name: 'SRT with sounds and music',
    text: '1\n00:00:01,000 --> 00:00:02,000\n[bell rings]\n\n2\n00:00:02,000 --> 00:00:04,000\n♪ Row, row ♪\n',
    lines: [
      [1, 2, '[bell rings]'],
      [2, 4, '♪ Row, row ♪'],
    ],
  },
  {
    name: 'SRT with names before colons',
    text: `1
00:00:01,000 --> 00:00:02,000
ANA: We left.

2
00:00:02,000 --> 00:00:03,000
Bo Ruiz: At 12:30
or later?

3
00:00:03,000 --> 00:00:04,000
ANA: Remember: 12:30.

4
00:00:04,000 --> 00:00:05,000
Bo Ruiz: Once: never.
`,
    lines: [
      [1, 2, 'We left.', 'ANA'],
      [2, 3, 'At 12:30 or later?', 'Bo Ruiz'],
      [3, 4, 'Remember: 12:30.', 'ANA'],
      [4, 5, 'Once: never.', 'Bo Ruiz'],
    ],
  },
  {
    name: 'SRT with a colon that names nobody',
    text: '1\n00:00:01,000 --> 00:00:02,000\nRemember: at dawn.\n\n2\n00:00:03,000 --> 00:00:04,000\nFour words before it: no.\n',
    lines: [
      [1, 2, 'Remember: at dawn.'],
      [3, 4, 'Four words before it: no.'],
    ],
  },
  {
    name: 'SRT with a dialogue',
    text: '1\n00:00:01,000 --> 00:00:02,000\n- We left.\n- And I?\n',
    lines: [[1, 2, '- We left. - And I?']],
  },
  {
    name: 'SRT with subtitles out of order and beside each other',
    text: '1\n00:00:05,000 --> 00:00:07,000\nWas the fog bad?\n\n2\n00:00:01,000 --> 00:00:06,000\nWe left the harbour.\n',
    lines: [
      [1, 6, 'We left the harbour.'],
      [5, 7, 'Was the fog bad?'],
    ],
  },
  {
    name: 'SRT with subtitles that cannot be shown',
    text: `${SRT}\n3\n00:00:08,000 --> 00:00:08,000\nNow.\n\n4\n00:00:09,000 --> 00:00:08,000\nThen.\n\n5\n00:00:0A,000 --> 00:00:10,000\nNever.\n`,
    lines: TWO,
    skipped: 3,
  },
  {
    name: 'SRT in Arabic with marks of direction',
    text: '1\n00:00:01,000 --> 00:00:02,000\n\u202bغادرنا الميناء.\u202c\n',
    lines: [[1, 2, 'غادرنا الميناء.']],
  },
  {
    name: 'SRT in Japanese on two lines',
    text: '1\n00:00:01,000 --> 00:00:02,000\n私たちは\n港を出た。\n',
    lines: [[1, 2, '私たちは港を出た。']],
  },
  {
    name: 'SRT with emoji',
    text: '1\n00:00:01,000 --> 00:00:02,000\nAhoy 👩‍👩‍👧‍👦 🇳🇴!\n',
    lines: [[1, 2, 'Ahoy 👩‍👩‍👧‍👦 🇳🇴!']],
  },
  { name: 'SRT with a short arrow', text: SRT.replaceAll('-->', '->'), lines: TWO },
  { name: 'WebVTT', text: VTT, lines: TWO },
  {
    name: 'WebVTT with a title and a head',
    text: VTT.replace('WEBVTT', 'WEBVTT - Harbour\nKind: captions\nLanguage: en'),
    lines: TWO,
  },
  {
    name: 'WebVTT of a stream',
    text: VTT.replace('WEBVTT', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0'),
    lines: TWO,
  },
  {
    name: 'WebVTT with notes, styles, regions and names of cues',
    text: `WEBVTT

NOTE A note
of two lines

STYLE
::cue { color: yellow }

REGION
id:below
width:40%

harbour - 1
00:01.000 --> 00:03.500 align:start position:10%,line-left line:-1 size:50% region:below
We left
the harbour.

NOTE another

2
00:05.000 --> 00:07.000 vertical:rl
Was the fog bad?
`,
    lines: TWO,
  },
  {
    name: 'WebVTT with voices',
    text: cue('<v.loud Ana Ruiz>We left.</v>\n<v Bo>And I?'),
    lines: [
      [1, 2.429, 'We left.', 'Ana Ruiz'],
      [2.429, 3.5, 'And I?', 'Bo'],
    ],
  },
  {
    name: 'WebVTT with classes and languages',
    text: cue('<c.yellow.bg_blue>We</c> <lang en-GB>left</lang> <b.x>it</b>.'),
    lines: [[1, 3.5, 'We left it.']],
  },
  {
    name: 'WebVTT with small letters above',
    text: cue('<ruby>港<rt>みなと</rt></ruby>を出た。'),
    lines: [[1, 3.5, '港を出た。']],
  },
  {
    name: 'WebVTT with entities',
    text: cue('1 &lt; 2 &amp;&nbsp;3 &gt; 2&lrm;, it&#39;s &quot;so&quot; &#x263A; &bogus; &'),
    lines: [[1, 3.5, '1 < 2 & 3 > 2, it\'s "so" ☺ &bogus; &']],
  },
  {
    name: 'WebVTT with times of words',
    text: cue('<00:01.000>We <00:01.500><c>left</c> <00:02.000>it.'),
    lines: [[1, 3.5, 'We left it.']],
  },
  {
    name: 'WebVTT whose lines roll',
    text: `WEBVTT
Kind: captions
Language: en

00:00:01.000 --> 00:00:03.000 align:start position:0%
 
we<00:00:01.500><c> left</c><00:00:02.000><c> the</c>

00:00:03.000 --> 00:00:03.010 align:start position:0%
we left the
 

00:00:03.010 --> 00:00:05.000 align:start position:0%
we left the
old<00:00:03.500><c> harbour</c>

00:00:05.000 --> 00:00:05.010 align:start position:0%
old harbour
 

00:00:05.010 --> 00:00:07.000 align:start position:0%
old harbour
at<00:00:06.000><c> dawn</c>
`,
    lines: [
      [1, 3, 'we left the'],
      [3.01, 5, 'old harbour'],
      [5.01, 7, 'at dawn'],
    ],
  },
  {
    name: 'WebVTT in which somebody says a thing twice',
    text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.\n\n00:03.000 --> 00:04.000\nI stay.\n\n00:05.000 --> 00:06.000\nYes.\n\n00:07.000 --> 00:08.000\nBye.\n',
    lines: [
      [1, 2, 'No.'],
      [2, 3, 'No.'],
      [3, 4, 'I stay.'],
      [5, 6, 'Yes.'],
      [7, 8, 'Bye.'],
    ],
  },
  {
    name: 'WebVTT with commas and without a blank line after its head',
    text: VTT.replace('WEBVTT\n', 'WEBVTT').replaceAll('.000', ',000'),
    lines: TWO,
  },
  {
    name: 'WebVTT of Windows with tabs',
    text: VTT.replaceAll(' --> ', '\t-->\t').replaceAll('\n', '\r\n'),
    lines: TWO,
  },
]
