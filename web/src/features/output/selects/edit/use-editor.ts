import { selects as calls, type Selects } from '@footnote/contract/nouns/output/selects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../lib/calls/client.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { selectsQuery } from '../api.ts'
import { countPieces } from '../lengths.ts'
import { createEditor, type Editor, type EditorState } from './editor.ts'

/** The pieces of selects as a person changes them; saved by themselves, and at once when the page is left. */
export function useEditor(selects: Selects): [Editor, EditorState] {
  const queries = useQueryClient()
  const { id } = selects
  const [editor] = useState(() =>
    createEditor(selects, {
      save: (items, revision) => call(calls.setItems, { params: { id }, body: { items: [...items], revision } }),
      change: (name, note, revision) => call(calls.change, { params: { id }, body: { name, note, revision } }),
      load: () => call(calls.get, { params: { id } }),
      onAnswer: (answer) => {
        queries.setQueryData(selectsQuery(id).queryKey, answer)
        void queries.invalidateQueries({ queryKey: ['selects', 'list'] })
      },
      onJoined: (count) => toast(`${countPieces(count)} came in meanwhile, at the end.`),
    }),
  )
  const state = useSyncExternalStore(editor.watch, editor.state)
  useEffect(() => editor.refresh(selects), [editor, selects])
  useEffect(() => editor.end, [editor])
  const unsaved = state.saving !== 'saved'
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      void editor.save()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved, editor])
  return [editor, state]
}
