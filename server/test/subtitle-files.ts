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

const timeOf = (seconds: number): string => `00:${seconds.toFixed(3).padStart(6, '0')}`
/** An SRT file. Names of speakers are left out. */
const srt = (...lines: readonly ReadLine[]): string =>
  lines
    .map(([start, end, text], place) => `${place + 1}\n00:${timeOf(start)} --> 00:${timeOf(end)}\n${text}\n`)
    .join('\n')
    .replaceAll(/(\d\d)\.(\d{3})/g, '$1,$2')
/** A WebVTT file, without hours. */
const vtt = (...lines: readonly ReadLine[]): string =>
  `WEBVTT\n\n${lines.map(([start, end, text]) => `${timeOf(start)} --> ${timeOf(end)}\n${text}\n`).join('\n')}`

const TWO: readonly ReadLine[] = [
  [1, 3.5, 'We left the harbour.'],
  [5, 7, 'Was the fog bad?'],
]
const SRT = srt(...TWO)
const VTT = `WEBVTT\n\n${SRT.replaceAll(/^\d\n/gm, '').replaceAll(',', '.')}`

/** Files that say `TWO`. */
const SAME: readonly (readonly [name: string, text: string])[] = [
  ['SRT', SRT],
  ['SRT with the mark at the beginning of a file', `\ufeff${SRT}`],
  ['SRT with two such marks', `\ufeff\ufeff${SRT}`],
  ['SRT of Windows', SRT.replaceAll('\n', '\r\n')],
  ['SRT of old Macs', SRT.replaceAll('\n', '\r')],
  ['SRT with blank lines before it', `\n\n${SRT}\n\n\n`],
  ['SRT without numbers', SRT.replaceAll(/^\d\n/gm, '')],
  ['SRT without blank lines', SRT.replaceAll('\n\n', '\n')],
  ['SRT without a line end at the end', SRT.trimEnd()],
  ['SRT with full stops', SRT.replaceAll(',', '.')],
  [
    'SRT with short fractions and hours',
    SRT.replaceAll('00:00:01,000', '0:0:1,0').replaceAll('03,500', '03,5').replaceAll('07,000', '07'),
  ],
  ['SRT without hours', SRT.replaceAll('00:00:', '00:')],
  ['SRT with blanks around times', SRT.replaceAll(/^(0.*)$/gm, '  $1  \t')],
  ['SRT with places on the screen', SRT.replaceAll(/(500|07,000)$/gm, '$1  X1:100 X2:600 Y1:50 Y2:80')],
  ['SRT that begins with 0 and counts wrongly', SRT.replace('1\n', '0\n').replace('2\n', '17\n')],
  ['SRT with a short arrow', SRT.replaceAll('-->', '->')],
  ['WebVTT', VTT],
  ['WebVTT with a title and a head', VTT.replace('WEBVTT', 'WEBVTT - Harbour\nKind: captions\nLanguage: en')],
  ['WebVTT of a stream', VTT.replace('WEBVTT', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0')],
  [
    'WebVTT with notes, styles, regions and names of cues',
    `WEBVTT

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
  ],
  [
    'WebVTT with commas and without a blank line after its head',
    VTT.replace('WEBVTT\n', 'WEBVTT').replaceAll('.000', ',000'),
  ],
  ['WebVTT of Windows with tabs', VTT.replaceAll(' --> ', '\t-->\t').replaceAll('\n', '\r\n')],
]

/** Files of one subtitle: its text, and what it says. */
const ONE: readonly (readonly [name: string, text: string, said: string])[] = [
  [
    'SRT with tags',
    '<i>We</i> <b>left</b> <u>the</u> <font color="#ffff00" size=12>harbour</font>.',
    'We left the harbour.',
  ],
  ['SRT with styles of ASS', '{\\an8}{\\pos(10,20)\\i1}We left\\Nthe\\hharbour{\\i0}.', 'We left the harbour.'],
  ['SRT with brackets that are text', '<laughs> 3 < 4 {sic} & more <3', '<laughs> 3 < 4 {sic} & more <3'],
  ['SRT with a dialogue', '- We left.\n- And I?', '- We left. - And I?'],
  ['SRT in Arabic with marks of direction', '\u202bغادرنا الميناء.\u202c', 'غادرنا الميناء.'],
  ['SRT in Japanese on two lines', '私たちは\n港を出た。', '私たちは港を出た。'],
  ['SRT with emoji', 'Ahoy 👩‍👩‍👧‍👦 🇳🇴!', 'Ahoy 👩‍👩‍👧‍👦 🇳🇴!'],
  ['WebVTT with classes and languages', '<c.yellow.bg_blue>We</c> <lang en-GB>left</lang> <b.x>it</b>.', 'We left it.'],
  ['WebVTT with small letters above', '<ruby>港<rt>みなと</rt></ruby>を出た。', '港を出た。'],
  [
    'WebVTT with entities',
    '1 &lt; 2 &amp;&nbsp;3 &gt; 2&lrm;, it&#39;s &quot;so&quot; &#x263A; &bogus; &',
    '1 < 2 & 3 > 2, it\'s "so" ☺ &bogus; &',
  ],
  ['WebVTT with times of words', '<00:01.000>We <00:01.500><c>left</c> <00:02.000>it.', 'We left it.'],
]

/** Files whose lines are what they say, as they are written. */
const AS_WRITTEN: readonly (readonly [name: string, ...lines: ReadLine[]])[] = [
  ['SRT whose text is a number', [1, 2, '42'], [3, 4, '7']],
  ['SRT with sounds and music', [1, 2, '[bell rings]'], [2, 4, '♪ Row, row ♪']],
  ['SRT with a colon that names nobody', [1, 2, 'Remember: at dawn.'], [3, 4, 'Four words before it: no.']],
  [
    'WebVTT in which somebody says a thing twice',
    [1, 2, 'No.'],
    [2, 3, 'No.'],
    [3, 4, 'I stay.'],
    [5, 6, 'Yes.'],
    [7, 8, 'Bye.'],
  ],
]

const OTHERS: readonly SubtitleFile[] = [
  {
    name: 'SRT with blank lines in a text',
    text: srt([1, 2, 'One.\n\nTwo.'], [3, 4, 'Three.']),
    lines: [
      [1, 2, 'One. Two.'],
      [3, 4, 'Three.'],
    ],
  },
  {
    name: 'SRT with names before colons',
    text: srt(
      [1, 2, 'ANA: We left.'],
      [2, 3, 'Bo Ruiz: At 12:30\nor later?'],
      [3, 4, 'ANA: Remember: 12:30.'],
      [4, 5, 'Bo Ruiz: Once: never.'],
    ),
    lines: [
      [1, 2, 'We left.', 'ANA'],
      [2, 3, 'At 12:30 or later?', 'Bo Ruiz'],
      [3, 4, 'Remember: 12:30.', 'ANA'],
      [4, 5, 'Once: never.', 'Bo Ruiz'],
    ],
  },
  {
    name: 'SRT with subtitles out of order and beside each other',
    text: srt([5, 7, 'Was the fog bad?'], [1, 6, 'We left the harbour.']),
    lines: [
      [1, 6, 'We left the harbour.'],
      [5, 7, 'Was the fog bad?'],
    ],
  },
  {
    name: 'SRT with subtitles that cannot be shown',
    text: srt(...TWO, [8, 8, 'Now.'], [9, 8, 'Then.'], [0, 10, 'Never.']).replace('00:00:00,000', '00:00:0A,000'),
    lines: TWO,
    skipped: 3,
  },
  {
    name: 'WebVTT with voices',
    text: vtt([1, 3.5, '<v.loud Ana Ruiz>We left.</v>\n<v Bo>And I?']),
    lines: [
      [1, 2.429, 'We left.', 'Ana Ruiz'],
      [2.429, 3.5, 'And I?', 'Bo'],
    ],
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
]

const isSrt = (name: string): boolean => name.startsWith('SRT')

/** SRT and WebVTT as programs write them. Each file begins within the first minute and ends before the second. */
export const SUBTITLE_FILES: readonly SubtitleFile[] = [
  ...SAME.map(([name, text]) => ({ name, text, lines: TWO })),
  ...ONE.map(([name, text, said]) => {
    const end = isSrt(name) ? 2 : 3.5
    return { name, text: (isSrt(name) ? srt : vtt)([1, end, text]), lines: [[1, end, said] as const] }
  }),
  ...AS_WRITTEN.map(([name, ...lines]) => ({ name, text: (isSrt(name) ? srt : vtt)(...lines), lines })),
  ...OTHERS,
]
