import { sql } from 'kysely'
import { floats, integers, uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import { scored } from '../ranking/calibration.ts'
import { MOST_HITS, type ModalityHit } from '../ranking/hit.ts'
import { type SampleScore, sampleRuns } from '../ranking/sample-runs.ts'
import type { QueryMeaning, QueryUnit } from './meaning.ts'

/** Confidence below which a concept does not count, and above which it counts fully. */
const ABSENT = 0.1
const PRESENT = 0.5
/** Weight of an object in another colour than the requested one. */
const OTHER_COLOUR = 0.45
/** Weight of the colour alone, when the object itself is not found. */
const COLOUR_WITHOUT_THING = 0.35
const MOST_SAMPLES = 2_000
const LEAST_RAW = 0.1
const MOST_NAMED = 4

interface Link {
  unit: number
  name: string
  weight: number
  colours: string | null
}

interface ConceptRow {
  sample_id: number
  raw: number
  seen: { name: string; value: number; colour: string | null }[]
}

/** Searches the concepts engine's results. */
export async function searchConcepts(
  db: Database,
  video_ids: readonly string[],
  meaning: QueryMeaning,
): Promise<ModalityHit[]> {
  const links = meaning.units.flatMap(linksOf)
  const sum = meaning.units.reduce((total, { weight }) => total + weight, 0)
  if (links.length === 0 || sum === 0 || video_ids.length === 0) return []
  const { rows } = await sql<ConceptRow>`
    with link as (
      select * from unnest(${integers(links.map(({ unit }) => unit))}, ${links.map(({ name }) => name)}::text[],
        ${floats(links.map(({ weight }) => weight))}, ${links.map(({ colours }) => colours)}::text[]) as l(unit, name, weight, colours)
    ), evidence as (
      select distinct on (concept.sample_id, link.unit) concept.sample_id, link.unit, concept.name,
        link.weight * least(1, greatest(0, (concept.confidence - ${ABSENT}::float8) / ${PRESENT - ABSENT}::float8))
          * case when link.colours is null or concept.colours && string_to_array(link.colours, ',') then 1 else ${OTHER_COLOUR}::float8 end as value,
        (select colour from unnest(concept.colours) as colour where colour = any(string_to_array(link.colours, ',')) limit 1) as colour
      from concepts as concept join link on link.name = concept.name
        join video_stages as done on done.video_id = concept.video_id and done.stage = 'visual' and done.engine = concept.engine
      where concept.video_id = any(${uuids(video_ids)}) and concept.confidence > ${ABSENT}::float8
      order by concept.sample_id, link.unit, value desc
    ), unit as (
      select * from unnest(${integers(meaning.units.map((_, index) => index))}, ${floats(meaning.units.map(({ weight }) => weight))}) as u(unit, weight)
    )
    select sample_id, sum(value * unit.weight) / ${sum}::float8 as raw,
      json_agg(json_build_object('name', name, 'value', value, 'colour', colour) order by value * unit.weight desc) as seen
    from evidence join unit using (unit)
    group by sample_id having sum(value * unit.weight) / ${sum}::float8 >= ${LEAST_RAW}
    order by raw desc limit ${MOST_SAMPLES}`.execute(db)
  const seen = new Map(rows.map((row) => [row.sample_id, row.seen]))
  const scores: SampleScore[] = rows.map(({ sample_id, raw }) => ({ sample_id, raw }))
  const runs = await sampleRuns(db, scores)
  return runs.slice(0, MOST_HITS).map(({ video_id, start_time, end_time, raw, best }) => ({
    type: 'visual',
    video_id,
    start_time,
    end_time,
    ...scored('visual', raw),
    text: seenText(seen.get(best) ?? []),
    hits: [],
  }))
}

function linksOf({ concepts, colours }: QueryUnit, unit: number): Link[] {
  const asked = colours.length > 0 ? colours.join(',') : null
  const things = concepts.map(({ name, weight }) => ({ unit, name, weight, colours: asked }))
  return [...things, ...colours.map((name) => ({ unit, name, weight: COLOUR_WITHOUT_THING, colours: null }))]
}

function seenText(seen: ConceptRow['seen']): string {
  const named = seen.filter(({ value }) => value > 0).map(({ name, colour }) => (colour ? `${colour} ${name}` : name))
  return `Seen: ${[...new Set(named)].slice(0, MOST_NAMED).join(', ')}`
}
