import { DRAWING_COLOURS } from '@footnote/contract/shared/drawing/drawing.ts'
import { INKS } from '@footnote/contract/shared/drawing/drawing-marks.ts'
import { Circle, type LucideIcon, Minus, MoveUpRight, Pencil, Plus, Redo2, Square, Type, Undo2 } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { DRAWING, keySigns } from '../../../../lib/keyboard/key-list.ts'
import type { Key } from '../../../../lib/keyboard/keys.ts'
import { type Act, type Sketching, TOOL_NAMES, TOOLS, WIDTH_COUNT } from './sketching.ts'

const ICONS = { pen: Pencil, arrow: MoveUpRight, rect: Square, ellipse: Circle, text: Type } as const

/** Tools, colours and widths, over the film. */
export function DrawingTools({
  state,
  onAct,
  onDone,
}: {
  state: Sketching
  onAct: (act: Act) => void
  onDone: () => void
}) {
  return (
    <div className="drawbar" role="toolbar" aria-label="Drawing">
      <div className="drawbar-group drawbar-tools">
        {TOOLS.map((tool) => (
          <ToolButton
            key={tool}
            icon={ICONS[tool]}
            label={TOOL_NAMES[tool]}
            shortcut={DRAWING[tool]}
            pressed={state.tool === tool}
            onPress={() => onAct({ act: 'tool', tool })}
          />
        ))}
      </div>
      <div className="drawbar-group drawbar-colours">
        {DRAWING_COLOURS.map((colour, place) => (
          <button
            key={colour}
            type="button"
            className="swatch"
            style={{ '--ink': INKS[colour].ink } as CSSProperties}
            aria-label={`${colour[0]?.toUpperCase()}${colour.slice(1)}`}
            title={`${colour[0]?.toUpperCase()}${colour.slice(1)} (${place + 1})`}
            aria-pressed={state.colour === colour}
            onClick={() => onAct({ act: 'colour', colour })}
          >
            <i />
          </button>
        ))}
      </div>
      <div className="drawbar-group drawbar-widths">
        <ToolButton
          icon={Minus}
          label="Thinner"
          shortcut={DRAWING.thinner}
          onPress={() => onAct({ act: 'width', by: -1 })}
          disabled={state.width === 0}
        />
        <span className="drawbar-width" role="img" aria-label={`Width ${state.width + 1} of ${WIDTH_COUNT}`}>
          <i style={{ height: 2 + 2 * state.width }} />
        </span>
        <ToolButton
          icon={Plus}
          label="Thicker"
          shortcut={DRAWING.thicker}
          onPress={() => onAct({ act: 'width', by: 1 })}
          disabled={state.width === WIDTH_COUNT - 1}
        />
      </div>
      <div className="drawbar-group drawbar-history">
        <ToolButton
          icon={Undo2}
          label="Undo"
          shortcut={DRAWING.undo}
          onPress={() => onAct({ act: 'undo' })}
          disabled={state.past.length === 0}
        />
        <ToolButton
          icon={Redo2}
          label="Redo"
          shortcut={DRAWING.redo}
          onPress={() => onAct({ act: 'redo' })}
          disabled={state.future.length === 0}
        />
      </div>
      <button type="button" className="btn drawbar-done" title={`${DRAWING.leave.does} (Esc)`} onClick={onDone}>
        Done
      </button>
    </div>
  )
}

function ToolButton({
  icon: Icon,
  label,
  shortcut,
  pressed,
  disabled = false,
  onPress,
}: {
  icon: LucideIcon
  label: string
  shortcut: Key
  pressed?: boolean
  disabled?: boolean
  onPress: () => void
}): ReactNode {
  return (
    <button
      type="button"
      className="ctl"
      aria-label={label}
      title={`${label} (${keySigns(shortcut).join(' + ')})`}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  )
}
