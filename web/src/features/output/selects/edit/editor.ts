import type { SelectItem, Selects } from '@footnote/contract/nouns/output/selects.ts'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { type Cut, type Cuts, cutsOf, type Difference, differenceOf, joined, sameCuts } from './cuts.ts'
import { begun, type History, redone, undone, went } from './history.ts'

/** Milliseconds without a change after which the changes are saved. */
const SAVE_AFTER = 600

/** How far the server has what is on the screen. */
export type SaveState = 'saved' | 'changed' | 'saving' | 'failed'

export interface EditorState {
  readonly selects: Selects
  readonly cuts: Cuts
  readonly saving: SaveState
  /** Why the last save failed. */
  readonly failure: string | null
  /** What somebody else saved meanwhile, until the person chooses. */
  readonly conflict: { readonly theirs: Selects; readonly difference: Difference } | null
  readonly can_undo: boolean
  readonly can_redo: boolean
}

export interface EditorCalls {
  readonly save: (items: readonly Cut[], revision: number) => Promise<Selects>
  readonly change: (name: string, note: string, revision: number) => Promise<Selects>
  readonly load: () => Promise<Selects>
  /** Called with each answer, for the cache of the page. */
  readonly onAnswer: (selects: Selects) => void
  /** Called when pieces that somebody else added were joined to one's own. */
  readonly onJoined: (count: number) => void
}

export type Editor = ReturnType<typeof createEditor>

/**
 * The pieces as a person changes them. Saves by itself, one call at a time, with the revision that it knows. If somebody
 * else only added pieces meanwhile, they are joined; after other changes the person chooses, and nothing is lost.
 */
export function createEditor(opened: Selects, calls: EditorCalls) {
  const listeners = new Set<() => void>()
  /** Every piece that was ever here: an undo brings removed ones back. */
  const known = new Map<string, SelectItem>(opened.items.map((item) => [item.id, item]))
  let base = opened
  let history: History = begun(cutsOf(opened.items))
  let saving: SaveState = 'saved'
  let failure: string | null = null
  let conflict: EditorState['conflict'] = null
  let running: Promise<unknown> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let state = read()

  function read(): EditorState {
    const { past, now, future } = history
    return {
      selects: base,
      cuts: now,
      saving,
      failure,
      conflict,
      can_undo: past.length > 0,
      can_redo: future.length > 0,
    }
  }
  const draw = () => {
    state = read()
    for (const listener of listeners) listener()
  }
  const isSaved = () => sameCuts(history.now, cutsOf(base.items))
  const answered = (selects: Selects) => {
    base = selects
    for (const item of selects.items) known.set(item.id, item)
    calls.onAnswer(selects)
  }
  const schedule = () => {
    clearTimeout(timer)
    if (conflict) return
    failure = null
    saving = isSaved() ? 'saved' : 'changed'
    if (saving === 'changed') timer = setTimeout(save, SAVE_AFTER)
  }
  /** Calls run one after another: each needs the revision that the one before has made. */
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const turn = running.then(act)
    running = turn.catch(() => undefined)
    return turn
  }
  const meet = async () => {
    const theirs = await calls.load()
    for (const item of theirs.items) known.set(item.id, item)
    const difference = differenceOf(cutsOf(base.items), cutsOf(theirs.items))
    const onlyAdded = difference.removed.length === 0 && difference.changed === 0 && !difference.moved
    if (!onlyAdded) {
      conflict = { theirs, difference }
      saving = 'failed'
      return
    }
    answered(theirs)
    history = went(history, joined(history.now, difference.added), null)
    if (difference.added.length > 0) calls.onJoined(difference.added.length)
    schedule()
  }
  const save = () => {
    clearTimeout(timer)
    return inTurn(async () => {
      if (conflict || isSaved()) return
      saving = 'saving'
      draw()
      const sent = history.now
      try {
        answered(await calls.save(sent, base.revision))
        // The server may have written a note in another way.
        if (history.now === sent) history = { ...history, now: cutsOf(base.items) }
        schedule()
      } catch (error) {
        await fail(error)
      }
      draw()
    })
  }
  const fail = async (error: unknown) => {
    try {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') return await meet()
      failure = errorDetail(error, 'Your changes are not saved yet.')
    } catch (later) {
      failure = errorDetail(later, 'Your changes are not saved yet.')
    }
    saving = 'failed'
  }
  const turn = (next: History | null) => {
    if (!next || !base.can.change) return
    history = next
    schedule()
    draw()
  }
  return {
    state: () => state,
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A piece that is, or was, here. */
    item: (id: string) => known.get(id),
    /** @param by see `went` */
    apply: (change: (cuts: Cuts) => Cuts, by: string | null = null) => turn(went(history, change(history.now), by)),
    undo: () => turn(undone(history)),
    redo: () => turn(redone(history)),
    /** Takes over what the page has read again; unsaved changes stay. */
    refresh: (selects: Selects) => {
      if (selects.revision < base.revision || selects === base) return
      for (const item of selects.items) known.set(item.id, item)
      if (selects.revision === base.revision) base = selects
      else if (isSaved() && saving !== 'saving') {
        base = selects
        history = went(history, cutsOf(selects.items), null)
        saving = 'saved'
      }
      draw()
    },
    save,
    /** @throws ApiError when the name is not saved */
    rename: (name: string, note: string) =>
      inTurn(async () => {
        const change = async () => answered(await calls.change(name, note, base.revision))
        await change().catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
          await meet()
          if (conflict) throw error
          await change()
        })
        draw()
      }),
    /** Saves one's own pieces, and after them what was added elsewhere. */
    keepMine: () => {
      if (!conflict) return
      const { theirs, difference } = conflict
      conflict = null
      answered(theirs)
      history = went(history, joined(history.now, difference.added), null)
      schedule()
      draw()
    },
    /** Shows what the other person saved. Undo brings one's own pieces back. */
    takeTheirs: () => {
      if (!conflict) return
      const { theirs } = conflict
      conflict = null
      answered(theirs)
      history = went(history, cutsOf(theirs.items), null)
      schedule()
      draw()
    },
    /** Saves at once what is not saved. */
    end: () => void save(),
  }
}
