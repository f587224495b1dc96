import type { ChosenEngine, EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SectionHead } from '../../../ui/page/page-header.tsx'
import { Examinations } from './examinations.tsx'
import { examinationsOf, KIND_WORDS, paceWords } from './stage-words.ts'

/** The engine of each kind, and the better ones with the reasons why they cannot run. */
export function EngineList({
  engines,
  examinations,
}: {
  engines: readonly ChosenEngine[]
  examinations: readonly EngineExamination[]
}) {
  return (
    <>
      <SectionHead title="Engines" />
      {engines.length === 0 ? (
        <EmptyState fact="No engine runs." next="Start a machine with the role worker." />
      ) : (
        <ul className="panel indexing-list">
          {engines.map((engine) => (
            <Engine
              key={`${engine.kind} ${engine.id} ${engine.reason}`}
              engine={engine}
              examinations={examinationsOf(engine, engines, examinations)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function Engine({ engine, examinations }: { engine: ChosenEngine; examinations: readonly EngineExamination[] }) {
  const { kind, name, reason, models, machines } = engine
  const passed_over = engine.passed_over.filter((other) => examinations.every((each) => each.name !== other.name))
  return (
    <li className="indexing-engine">
      <h3 className="label">{KIND_WORDS[kind]}</h3>
      <div className="min-w-0">
        <p className="font-medium">
          {name ?? 'None'}
          {machines > 1 && <span className="text-text-2"> · {machines} machines</span>}
        </p>
        {reason && <p className="hint">{reason}</p>}
        {models.map(({ title, licence, by }) => (
          <p key={title} className="hint">
            {title} · {by} · {licence}
          </p>
        ))}
        <Examinations examinations={examinations} />
        {passed_over.length > 0 && (
          <details>
            <summary className="hint">Not used: {passed_over.map((other) => other.name).join(', ')}</summary>
            <ul className="indexing-reasons">
              {passed_over.map((other) => (
                <li key={other.name} className="hint">
                  {other.name}: {other.reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="indexing-pace text-text-2">{paceWords(engine)}</span>
    </li>
  )
}
