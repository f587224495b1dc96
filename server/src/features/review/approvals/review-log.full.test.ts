import { afterAll } from 'vitest'
import { replayLogs } from '../../../../test/replayed-log.ts'
import { startTeam } from '../../../../test/team.ts'

const team = await startTeam()
afterAll(() => team.server.close())

replayLogs(team, await team.server.aCollection(team.owner, { kind: 'review' }), { count: 12 })
