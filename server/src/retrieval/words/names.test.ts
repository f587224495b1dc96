import { parseQuery } from '@footnote/contract/shared/language/query.ts'
import { expect, test } from 'vitest'
import { searchNames } from './names.ts'

const NAMES = [
  'Junction, north arm.mp4',
  'DrillBriefing2.mov',
  'IMG_2041.MOV',
  'Interview 14.mp4',
  'Interview 140.mp4',
  'Scarf dance.mp4',
  'Café au lait.mp4',
  '会議の記録.mp4',
  'Интервью Ёлка.mp4',
  'To be or not to be.webm',
  'STRASSE ﬁlm.mkv',
]
const videos = NAMES.map((file_name) => ({ id: file_name, file_name }))
const find = (query: string): string[] => searchNames(videos, parseQuery(query)).map(({ video_id }) => video_id)
/** Each found name with its marked parts. */
const marked = (query: string): [string, string[]][] =>
  searchNames(videos, parseQuery(query)).map(({ video_id, hits }) => [
    video_id,
    hits.map(({ from, to }) => video_id.slice(from, to)),
  ])

test('a name is found by all of its words or some, in any order, case and accents', () => {
  expect(find('Junction, north arm.mp4')).toEqual(['Junction, north arm.mp4'])
  expect(marked('arm JUNCTION')).toEqual([['Junction, north arm.mp4', ['Junction', 'arm']]])
  expect(marked('cafe')).toEqual([['Café au lait.mp4', ['Café']]])
  expect(find('елка')).toEqual(['Интервью Ёлка.mp4'])
})

test('a word outside the name excludes the video; words that every query has do not', () => {
  expect(find('junction south')).toEqual([])
  expect(find('show me the video of the junction')).toEqual(['Junction, north arm.mp4'])
  expect(find('to be or not to be')).toEqual(['To be or not to be.webm'])
  expect(find('!?')).toEqual([])
})

test('a word is found at the beginning of a name’s word, not inside one', () => {
  expect(find('car')).toEqual([])
  expect(marked('briefing')).toEqual([['DrillBriefing2.mov', ['Briefing']]])
  expect(marked('drillbrief')).toEqual([['DrillBriefing2.mov', ['DrillBrief']]])
  expect(marked('junctions')).toEqual([['Junction, north arm.mp4', ['Junction']]])
  expect(find('sc')).toEqual([])
})

test('numbers are whole, and parts of a camera’s names', () => {
  expect(find('interview 14')).toEqual(['Interview 14.mp4'])
  expect(marked('2041')).toEqual([['IMG_2041.MOV', ['2041']]])
  expect(marked('img 2041')).toEqual([['IMG_2041.MOV', ['IMG', '2041']]])
  expect(marked('briefing 2')).toEqual([['DrillBriefing2.mov', ['Briefing', '2']]])
})

test('words of scripts without spaces are found anywhere in a name', () => {
  expect(marked('記録')).toEqual([['会議の記録.mp4', ['記録']]])
})

test('letters that plain text replaces are marked with their word', () => {
  expect(marked('film')).toEqual([['STRASSE ﬁlm.mkv', ['ﬁlm']]])
})

test('an extension matches only beside the name', () => {
  expect(find('mov')).toEqual([])
  expect(marked('drillbriefing2.mov')).toEqual([['DrillBriefing2.mov', ['DrillBriefing2', 'mov']]])
})

test('names with few other words come first, and equal ones in the given order', () => {
  const named = ['Boat trip in spring.mp4', 'Boat one.mp4', 'Boat two.mp4', 'Boat.mp4']
  const found = searchNames(
    named.map((file_name) => ({ id: file_name, file_name })),
    parseQuery('boat'),
  )
  expect(found.map(({ video_id }) => video_id)).toEqual([
    'Boat.mp4',
    'Boat one.mp4',
    'Boat two.mp4',
    'Boat trip in spring.mp4',
  ])
  const many = Array.from({ length: 60 }, (_, place) => ({ id: `${place}`, file_name: `Boat ${place}.mp4` }))
  expect(searchNames(many, parseQuery('boat'))).toHaveLength(50)
})

test('quoted words match in order, and excluded words are in no found name', () => {
  expect(find('"north arm"')).toEqual(['Junction, north arm.mp4'])
  expect(find('"arm north"')).toEqual([])
  expect(find('"nor arm"')).toEqual([])
  expect(find('"会議の"')).toEqual(['会議の記録.mp4'])
  expect(find('interview -140')).toEqual(['Interview 14.mp4'])
  expect(find('junction -"north arm"')).toEqual([])
  expect(find('-junction')).toEqual([])
})
