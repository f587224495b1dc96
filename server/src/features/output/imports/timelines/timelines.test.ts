import { describe, expect, test } from 'vitest'
import { filmOf, placesIn } from '../places.ts'
import { readAvid } from '../read-avid.ts'
import { readFcpxml } from './read-fcpxml.ts'
import { readOtio } from './read-otio.ts'
import { readPremiere } from './read-premiere.ts'

// Timelines of the shapes that other programs write, typed by hand after theirs.
const READERS = { avid: readAvid, fcpxml: readFcpxml, premiere: readPremiere, otio: readOtio } as const
const film = filmOf({ rate: { num: 25, den: 1 }, times: null }, null, 3600)
const frames = (first: number, last = first) => ({ first, last })

function read(format: keyof typeof READERS, content: string, of = film) {
  const { entries, skipped, hours, rate } = READERS[format](content)
  const { places } = placesIn(of, entries, { rate: undefined, start: undefined, hours, stated: rate })
  return { comments: entries.map(({ line, text }, index) => [line, places[index], text]), entries, skipped }
}
const refused = (format: keyof typeof READERS, content: string): string => {
  try {
    READERS[format](content)
  } catch (error) {
    return JSON.stringify(error)
  }
  return 'read'
}

describe('a project of Final Cut', () => {
  const project = (spine: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10"><resources><format id="r1" frameDuration="100/2500s"/><asset id="r2" start="90s" duration="60s"/></resources>
<library><event name="Friday"><project name="Reel"><sequence format="r1" tcStart="3600s" duration="30s"><spine>
${spine}
</spine></sequence></project></event></library></fcpxml>`

  test('has markers of clips, of clips above them and of gaps, where the timeline shows them', () => {
    const { comments, entries, skipped } = read(
      'fcpxml',
      project(`<asset-clip ref="r2" offset="3600s" start="92s" duration="10s">
<marker start="93s" duration="100/2500s" value="Marker 1" note="Too dark"/>
<marker start="91s" duration="100/2500s" value="Cut away"/>
<chapter-marker start="94s" duration="50/25s" value="Chapter two"/>
<asset-clip ref="r2" lane="1" offset="95s" start="100s" duration="2s"><marker start="101s" value="Above" completed="1"/></asset-clip>
</asset-clip><gap offset="3610s" start="3600s" duration="5s"><marker start="3601s" value="In the gap" completed="0"/></gap>
<spine lane="1" offset="3601s"><video ref="r2" duration="1s"/><video ref="r2" duration="2s"><marker start="1s" value="Second"/></video></spine>`),
    )
    expect(comments).toEqual([
      [6, frames(25), 'Too dark'],
      [8, frames(50, 99), 'Chapter two'],
      [9, frames(100), 'Above'],
      [10, frames(275), 'In the gap'],
      [11, frames(75), 'Second'],
    ])
    expect(skipped).toEqual([{ line: 7, why: 'This marker is on a part of its clip that is not shown.' }])
    expect(entries.map(({ resolved, author }) => [resolved, author])).toEqual([
      [false, null],
      [false, null],
      [true, null],
      [false, null],
      [false, null],
    ])
  })

  test('is placed by the rate of its sequence in a video of another rate', () => {
    const fast = filmOf({ rate: { num: 50, den: 1 }, times: null }, null, 60)
    const clip = '<gap offset="3600s" duration="5s"><marker start="1s" duration="200/2500s" value="Here"/></gap>'
    expect(read('fcpxml', project(clip), fast).comments).toEqual([[5, frames(50, 53), 'Here']])
  })

  test('that is damaged is refused with the line', () => {
    const whole = project('<gap offset="3600s" duration="5s"/>')
    expect(refused('fcpxml', whole.replace('</spine>', ''))).toMatch(/Line 6: this is not XML \(unexpected close tag/)
    expect(refused('fcpxml', whole.replace('frameDuration="100/2500s"', ''))).toMatch(
      /Line 3: the format of the sequence/,
    )
    expect(refused('fcpxml', 'TITLE: x')).toMatch(/Line 1: this is not XML/)
    expect(refused('fcpxml', '<a/>')).toMatch(/no sequence/)
    expect(refused('fcpxml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toMatch(/undefined entity/)
    expect(refused('fcpxml', '<a>'.repeat(300_000))).toMatch(/too deep/)
  })
})

describe('a sequence of Premiere', () => {
  const sequence = (rest: string) =>
    `<?xml version="1.0"?>\n<!DOCTYPE xmeml>\n<xmeml version="4"><sequence><name>Reel</name><rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate>\n${rest}\n</sequence></xmeml>`
  const marker = (name: string, from: number, out: number, words = '') =>
    `<marker><comment>${words}</comment><name>${name}</name><in>${from}</in><out>${out}</out></marker>`

  test('has its own markers, and those of its clips where it shows them', () => {
    const clip = `<clipitem><name>A</name><start>-1</start><end>200</end><in>500</in><out>600</out>\n${marker('On a clip', 550, -1)}\n${marker('Cut away', 499, -1)}</clipitem>`
    const { comments, skipped } = read(
      'premiere',
      sequence(
        `${marker('', 10, -1, 'A &amp; B')}\n${marker('Range', 20, 30, 'Hold')}\n<media><video><track>${clip}</track></video></media>`,
      ),
    )
    expect(comments).toEqual([
      [4, frames(10), 'A & B'],
      [5, frames(20, 29), 'Range: Hold'],
      [7, frames(150), 'On a clip'],
    ])
    expect(skipped).toEqual([{ line: 8, why: 'This marker is on a part of its clip that is not shown.' }])
  })

  test('that is damaged is refused with the line', () => {
    expect(refused('premiere', sequence('<media>'))).toMatch(/Line 5: this is not XML/)
    expect(refused('premiere', '<xmeml>\n<sequence/></xmeml>')).toMatch(/Line 2: the sequence has no rate/)
    expect(refused('premiere', '<xmeml/>')).toMatch(/no sequence/)
    expect(read('premiere', sequence('<marker><name>Lost</name></marker>')).skipped).toEqual([
      { line: 4, why: 'This marker has no frame.' },
    ])
  })
})

describe('a timeline of OpenTimelineIO', () => {
  const time = (value: number, rate = 25) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
  const range = (start: number, duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(duration),
  })
  const marker = (name: string, start: number, duration: number, more: object = {}) => ({
    OTIO_SCHEMA: 'Marker.2',
    name,
    marked_range: range(start, duration),
    ...more,
  })
  const timeline = (children: object[], markers: object[] = []) =>
    JSON.stringify(
      {
        OTIO_SCHEMA: 'Timeline.1',
        tracks: { OTIO_SCHEMA: 'Stack.1', markers, children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children }] },
      },
      null,
      1,
    )

  test('has the markers of its clips, and of itself', () => {
    const content = timeline(
      [
        {
          OTIO_SCHEMA: 'Clip.2',
          source_range: range(1000, 50),
          markers: [marker('On the first', 1010, 1, { comment: null })],
        },
        { OTIO_SCHEMA: 'Transition.1', name: 'Fade', in_offset: time(5), out_offset: time(5) },
        { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 25) },
        {
          OTIO_SCHEMA: 'Clip.1',
          media_reference: { available_range: range(500, 100) },
          markers: [marker('', 510, 20, { comment: 'Hold' }), { OTIO_SCHEMA: 'Marker.1', name: 'Lost' }],
        },
      ],
      [marker('Of all', 3, 1, { comment: 'Title' })],
    )
    const { comments, skipped } = read('otio', content)
    const lineOf = (place: number) => {
      const [index] = Array.from(content.matchAll(/"Marker\./g), (match) => match.index).slice(place)
      return content.slice(0, index).split('\n').length
    }
    expect(comments).toEqual([
      [lineOf(0), frames(3), 'Of all: Title'],
      [lineOf(1), frames(10), 'On the first'],
      [lineOf(2), frames(85, 104), 'Hold'],
    ])
    expect(skipped).toEqual([{ line: lineOf(3), why: 'This marker has no range.' }])
  })

  test('that is damaged is refused with the line', () => {
    expect(refused('otio', '{\n "OTIO_SCHEMA": "Timeline.1",\n "tracks": }')).toMatch(/Line 3: this is not JSON/)
    expect(refused('otio', '{\n "OTIO_SCHEMA": "Timeline.1"')).toMatch(/Line 2: this is not JSON/)
    for (const content of [
      '{}',
      '[]',
      'null',
      '{"OTIO_SCHEMA": "Clip.1"}',
      `{"OTIO_SCHEMA":"Timeline.1","tracks":${'{"OTIO_SCHEMA":"Stack.1","children":['.repeat(3000)}${']}'.repeat(3000)}}`,
    ])
      expect(refused('otio', content)).toMatch(/not an OpenTimelineIO timeline/)
  })
})

describe("Avid's markers as XML", () => {
  const attribute = (name: string, value: string | number) =>
    `<ListElem><AvProp id="ATTR" name="OMFI:ATTB:Name" type="string">_ATN_CRM_${name}</AvProp><AvProp id="ATTR" name="OMFI:ATTB:${typeof value === 'number' ? 'Int' : 'String'}Attribute">${value}</AvProp></ListElem>`
  const marker = (values: Record<string, string | number>) =>
    `<AvClass id="ATTR"><AvProp id="ATTR" name="__OMFI:ATTR:NumItems" type="int32">11</AvProp>\n<List id="OMFI:ATTR:AttrRefs">${Object.entries(
      values,
    )
      .map(([name, value]) => attribute(name, value))
      .join('')}<ListElem/></List></AvClass>`
  const file = (...markers: string[]) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<!DOCTYPE Avid:StreamItems SYSTEM "AvidSettingsFile.dtd">\n<Avid:StreamItems xmlns:Avid="http://www.avid.com"><Avid:XMLFileData>\n${markers.join('\n')}\n</Avid:XMLFileData></Avid:StreamItems>`

  test('have user, timecode, text and length', () => {
    const { comments, entries, skipped } = read(
      'avid',
      file(
        marker({
          USER: 'Greta',
          DATE: '11//19//2020',
          COLOR: 'Red',
          COM: 'Sky &amp; sea 1//2',
          TC: '01:00:02:00',
          LENGTH: 1,
        }),
        marker({ USER: 'Greta', COM: 'Hold', TC: '01:00:04:00', TRK: 'V9', LENGTH: 24 }),
        marker({ USER: 'Greta', COM: '', TC: '01:00:05:00' }),
        marker({ COM: 'Lost', TC: 'soon' }),
      ),
    )
    expect(comments).toEqual([
      [4, frames(50), 'Sky & sea 1/2'],
      [6, frames(100, 123), 'Hold'],
    ])
    expect(entries.map(({ author }) => author)).toEqual(['Greta', 'Greta'])
    expect(skipped).toEqual([
      { line: 8, why: 'This marker has no text.' },
      { line: 10, why: 'soon is not a timecode.' },
    ])
    expect(refused('avid', file())).toMatch(/no markers of Avid/)
    expect(refused('avid', file(marker({})).replace('</List>', ''))).toMatch(/Line 5: this is not XML/)
  })
})
