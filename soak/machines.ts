import { setTimeout as wait } from 'node:timers/promises'
import { openMachines } from './machines/installation.ts'
import { until } from './machines/machine.ts'
import { Person } from './machines/person.ts'
import { soak } from './run.ts'

/** Several machines with one database and one object store, each killed in turn. */
export const machines = soak({
  shows:
    'Two APIs, two workers, a database and an object store, each killed in turn: every upload ends as one indexed video with the same bytes, and every open page hears each comment once.',
  // `people` upload, comment and watch; `pause` seconds from a part that is back to the next kill.
  sizes: { rounds: 2, people: 2, pause: 10 },
  async run({ rounds, people: count, pause }, log) {
    const place = await openMachines(log)
    const failures: string[] = []
    const gaps: Record<string, number> = {}
    try {
      const people = await Promise.all(Array.from({ length: count }, (_, number) => Person.arrive(place, number)))
      log('every person has an indexed video and an open page')
      for (let round = 1; round <= rounds; round += 1)
        for (const part of place.parts) {
          await until(async () => people.some(({ sending }) => sending), 'An upload is under way')
          const began = performance.now()
          await part.kill()
          await until(() => place.answers(), 'The product answers')
          const gap = Math.round(performance.now() - began)
          gaps[part.name] = Math.max(gaps[part.name] ?? 0, gap)
          log(`round ${round}: ${part.name} was killed; calls are answered after ${gap} ms`)
          await part.back()
          await wait(1_000 * pause)
        }
      await Promise.all(people.map((person) => person.stop()))
      for (const person of people) failures.push(...(await person.judge()))
      const uploads = people.flatMap(({ videos }) => videos)
      return {
        counts: {
          'kills, each with an upload under way': rounds * place.parts.length,
          'uploads, each indexed and with the same bytes': uploads.length,
          'requests of uploads that were sent again': people.reduce((sum, { repeated }) => sum + repeated, 0),
          'comments acknowledged': people.reduce((sum, { comments }) => sum + comments.acknowledged.length, 0),
          'events heard': people.reduce((sum, { listener }) => sum + listener.events, 0),
          'times a stream was opened': people.reduce((sum, { listener }) => sum + listener.opened, 0),
          ...Object.fromEntries(
            Object.entries(gaps).map(([name, gap]) => [`longest without an answer, ${name}, ms`, gap]),
          ),
        },
        failures,
      }
    } finally {
      await place.close()
    }
  },
})
