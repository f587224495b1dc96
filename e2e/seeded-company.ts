import { randomUUID } from 'node:crypto'
import { type Account, changePlan, createMember, invite } from './calls.ts'
import { companyOf, inDatabase } from './database.ts'
import type { Product } from './product.ts'

export interface SeededCompany {
  /** A member of the regular person's company who is no admin. */
  readonly member: Account
  /** Address of an open invitation. */
  readonly invitation: string
}

/** Indexed minutes of the last days, today last. */
const MINUTES = [12, 0, 44, 61, 38, 8, 0, 96, 120, 74, 184, 52, 10, 4, 88, 140, 66, 92, 71, 0, 152]
const DAY = 24 * 3_600_000

/** Gives a person's company a plan, members, an invitation and a usage history. */
export async function seedCompany(product: Product, admin: Account): Promise<SeededCompany> {
  await changePlan(product, admin, 'TEAM')
  const member = await createMember(product, admin, { first_name: 'Tomás', last_name: 'Rey' })
  await createMember(product, admin, { first_name: 'Ines', last_name: 'Okafor' })
  const link = new URL(await invite(product, admin, 'jun@northlane.example'))
  await inDatabase(product, async (db) => {
    const company_id = await companyOf(db, admin)
    const charges = MINUTES.flatMap((minutes, day) =>
      minutes === 0
        ? []
        : {
            video_id: randomUUID(),
            company_id,
            user_id: day % 3 === 0 ? member.user_id : admin.user_id,
            file_name: `Rushes, day ${day + 1}.mp4`,
            seconds: minutes * 60,
            bytes: minutes * 12_000_000,
            created_at: new Date(Date.now() - (MINUTES.length - 1 - day) * DAY),
          },
    )
    await db.insertInto('usage_charges').values(charges).execute()
  })
  return { member, invitation: link.pathname + link.search }
}
