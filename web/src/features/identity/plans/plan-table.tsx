import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { AudioLines, Check, Eye, ScanText } from 'lucide-react'
import { siteFacts } from '../../../lib/site.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { wayTo, wayWords } from './plan-words.ts'
import { developerPrices, type PlanCard, planCards, planNotes } from './plans.ts'
import './plans.css'

const ICONS = { Visual: Eye, Speech: AudioLines, Text: ScanText } as const
const HUES = { Visual: 'text-visual', Speech: 'text-speech', Text: 'text-ocr' } as const

interface Choice {
  /** The company's plan, if known. */
  readonly current: PlanType | null
  /** The plan that follows at the end of the period, if it is another. */
  readonly next?: PlanType | null
  /** The plan that a running change leads to. */
  readonly busy: PlanType | null
  /** Absent for people who may not change the plan. */
  readonly onChoose?: (plan: PlanType) => void
}

/** The plans as a table with lines, the prices by the minute, and the conditions as footnotes. */
export function PlanTable(choice: Choice) {
  return (
    <>
      <div className="plans">
        {planCards.map((card) => (
          <Plan key={card.name} card={card} choice={choice} />
        ))}
      </div>
      <DeveloperPlan />
      <ol className="plan-notes">
        {planNotes.map((note, place) => (
          <li key={note}>
            <span className="fn" aria-hidden="true">
              {place + 1}
            </span>
            {note}
          </li>
        ))}
      </ol>
    </>
  )
}

function Plan({ card: { type, name, price, points }, choice }: { card: PlanCard; choice: Choice }) {
  return (
    <section className="plan">
      <h2>{name}</h2>
      <p className="price">
        {typeof price === 'number' ? `$${price}` : price}
        {typeof price === 'number' && price > 0 && <small>/month</small>}
      </p>
      <ul>
        {points.map(({ words, notes = [] }) => (
          <li key={words}>
            <Check className="icon" aria-hidden="true" />
            <span>
              {words}
              {notes.map((note) => (
                <sup key={note} className="fn">
                  <span className="sr-only">note </span>
                  {note}
                </sup>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {type ? (
        <PlanButton type={type} name={name} choice={choice} />
      ) : (
        <a className="btn btn-lg" href={siteFacts().contact_href}>
          Contact us
        </a>
      )}
    </section>
  )
}

function PlanButton({ type, name, choice }: { type: PlanType; name: string; choice: Choice }) {
  const { current, next = null, busy, onChoose } = choice
  const kept = current === type
  if ((kept && !(next && onChoose)) || next === type)
    return (
      <Button size="lg" disabled>
        {kept ? 'Current plan' : 'Next plan'}
      </Button>
    )
  if (!onChoose) return null
  const recommended = type === 'PRO' && (!current || wayTo(current, type) === 'Upgrade')
  const words = wayWords(current, type)
  return (
    <Button
      size="lg"
      variant={recommended ? 'primary' : 'default'}
      aria-label={kept || !current ? `${words} ${name}` : `${words} to ${name}`}
      busy={busy === type}
      onClick={() => onChoose(type)}
    >
      {current ? words : `${words} ${name}`}
    </Button>
  )
}

function DeveloperPlan() {
  return (
    <section className="developer">
      <h2>
        Developer <Badge>Coming soon</Badge>
        <span className="developer-kind">Pay-as-you-go</span>
      </h2>
      <dl>
        {developerPrices.map(({ modality, price }) => {
          const Icon = ICONS[modality]
          return (
            <div key={modality}>
              <dt>
                <Icon className={`icon icon-sm ${HUES[modality]}`} aria-hidden="true" />
                {modality}
              </dt>
              <dd>{price}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
