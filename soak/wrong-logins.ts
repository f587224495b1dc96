import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { soak } from './run.ts'

/**
 * Wrong passwords of one account, all sent before the first answer: the limit must count them before they are checked.
 */
export const wrongLogins = soak({
  shows: `Of wrong logins of one account that are sent at once, ${ACCOUNT.failures_per_account} are tried.`,
  sizes: { logins: 40, rounds: 5 },
  async run({ logins, rounds }, log) {
    const postgres = await startTestPostgres()
    const failures: string[] = []
    const tried: number[] = []
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const api = await startProduct({
          settings: { RATE_LIMITS: 'on' },
          database_url: await postgres.createDatabase(),
        })
        try {
          const { email } = await api.person()
          const answers = await Promise.all(
            Array.from({ length: logins }, (_, number) =>
              api.post('/api/login', { email, password: `wrong password ${number}` }),
            ),
          )
          const count = (status: number) => answers.filter((answer) => answer.status === status).length
          tried.push(count(401))
          log(`round ${round}: ${count(401)} of ${logins} tried, ${count(429)} answered 429`)
          if (count(401) !== ACCOUNT.failures_per_account)
            failures.push(`Round ${round}: ${count(401)} of ${logins} were tried, not ${ACCOUNT.failures_per_account}.`)
          if (count(401) + count(429) !== logins)
            failures.push(`Round ${round}: answers besides 401 and 429: ${answers.map(({ status }) => status)}.`)
        } finally {
          await api.close()
        }
      }
    } finally {
      await postgres.stop()
    }
    return { counts: { rounds, 'logins at once': logins, tried: tried.join(', ') }, failures }
  },
})
