import { largest } from '@footnote/contract/shared/extremes.ts'
import { sql } from 'kysely'
import { bigints, floats } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'

/** How well one sample matches, 0 to 1. */
export interface SampleScore {
  readonly sample_id: number
  readonly raw: number
}

/** Consecutive samples of one shot that match about equally well. Times in seconds. */
export interface SampleRun {
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
  readonly raw: number
  /** The best sample. */
  readonly best: number
}

interface SampleRow {
  id: number
  video_id: string
  shot: number
  time: number
  /** Start of the next sample, or end of the shot. */
  until: number
  shot_start: number
}

/** A sample belongs to a run if its score is at least this share of the shot's best. */
const COMPARABLE = 0.6
/**
 * A steadied run's score has this share of the mean of its three best samples, since a single picture may be misread.
 */
const MEAN_SHARE = 0.2
const MEAN_OF = 3
const MOST_SHOTS = 400

/**
 * Joins neighbouring samples of a shot; best runs first. A sample lasts until the next one, since near-equal ones are
 * not stored.
 * @param pooling how samples make a run's score: the best alone, or steadied by the next ones
 */
export async function sampleRuns(
  db: Database,
  scores: readonly SampleScore[],
  { pooling }: { readonly pooling: 'best' | 'steadied' } = { pooling: 'steadied' },
): Promise<SampleRun[]> {
  if (scores.length === 0) return []
  const mean_share = pooling === 'best' ? 0 : MEAN_SHARE
  const raw_of = new Map(scores.map(({ sample_id, raw }) => [sample_id, raw]))
  const rows = await readSampleRows(db, scores)
  const shots = new Map<string, SampleRow[]>()
  for (const sample of rows) {
    const key = `${sample.video_id} ${sample.shot}`
    shots.set(key, [...(shots.get(key) ?? []), sample])
  }
  const runs: SampleRun[] = []
  for (const samples of shots.values()) {
    const best = largest(samples.map(({ id }) => raw_of.get(id) ?? 0))
    let run: SampleRow[] = []
    const close = () => {
      if (run.length > 0) runs.push(toRun(run, raw_of, samples.length, mean_share))
      run = []
    }
    for (const sample of samples) {
      if ((raw_of.get(sample.id) ?? 0) >= COMPARABLE * best) run.push(sample)
      else close()
    }
    close()
  }
  return runs.sort((a, b) => b.raw - a.raw)
}

/** All samples of the shots with the best scores, in order of time. */
async function readSampleRows(db: Database, scores: readonly SampleScore[]): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    with scored as (
      select id, raw from unnest(${bigints(scores.map(({ sample_id }) => sample_id))}, ${floats(scores.map(({ raw }) => raw))}) as s(id, raw)
    ), shot as (
      select sample.video_id, sample.shot from samples as sample join scored on scored.id = sample.id
      group by 1, 2 order by max(scored.raw) desc limit ${MOST_SHOTS}
    )
    select sample.id, sample.video_id, sample.shot, sample.time,
      coalesce(lead(sample.time) over (partition by sample.video_id, sample.shot order by sample.time), shots.end_time, sample.time + 1) as until,
      coalesce(shots.start_time, sample.time) as shot_start
    from shot join samples as sample on sample.video_id = shot.video_id and sample.shot = shot.shot
      left join shots on shots.video_id = sample.video_id and shots.number = sample.shot
    order by sample.video_id, sample.time`.execute(db)
  // A shot's first sample lasts from the shot's start.
  return rows.map((row, index) => {
    const before = rows[index - 1]
    const first = before?.video_id !== row.video_id || before.shot !== row.shot
    return first ? { ...row, time: Math.min(row.time, row.shot_start) } : row
  })
}

function toRun(
  run: readonly SampleRow[],
  raw_of: ReadonlyMap<number, number>,
  samples_of_shot: number,
  mean_share: number,
): SampleRun {
  const ranked = run.map(({ id }) => ({ id, raw: raw_of.get(id) ?? 0 })).sort((a, b) => b.raw - a.raw)
  const [best] = ranked as [{ id: number; raw: number }]
  const top = ranked.slice(0, MEAN_OF)
  const mean = top.reduce((sum, { raw }) => sum + raw, 0) / Math.min(MEAN_OF, samples_of_shot)
  const first = run[0] as SampleRow
  const last = run.at(-1) as SampleRow
  return {
    video_id: first.video_id,
    start_time: first.time,
    end_time: Math.max(last.until, first.time + 0.04),
    raw: (1 - mean_share) * best.raw + mean_share * mean,
    best: best.id,
  }
}
