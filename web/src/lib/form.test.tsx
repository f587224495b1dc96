import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './calls/api-error.ts'
import { useForm } from './form.ts'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'A name is needed')),
  email: z.string().check(z.minLength(1, 'An address is needed')),
})
type Send = (values: z.output<typeof schema>) => Promise<void>

function Form({ send }: { send: Send }) {
  const form = useForm({ schema, initial: { name: '', email: '' }, fallback: 'It was not sent.', submit: send })
  return (
    <form aria-label="form" {...form.props}>
      {(['name', 'email'] as const).map((name) => {
        const { error, ...field } = form.field(name)
        return (
          <label key={name}>
            {name}
            <input {...field} />
            <em>{error}</em>
          </label>
        )
      })}
      <strong>{form.failure}</strong>
    </form>
  )
}

const input = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('what was typed and sent before the program of a drawn page ran is taken over, and what is typed meanwhile', async () => {
  const send = vi.fn<Send>(async () => undefined)
  // The mark of a form that waits is unknown to React, which complains while it is developed with.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Form send={send} />)
  document.body.append(page)
  input('name').value = 'Ada'
  screen.getByRole('form').dataset.waiting = ''
  // Comes when what was typed early has been taken over and is not drawn yet.
  function Meanwhile() {
    useEffect(() => void type('email', 'ada@example.org'), [])
    return <Form send={send} />
  }
  const root = await act(async () => hydrateRoot(page, <Meanwhile />))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', email: 'ada@example.org' })
  act(() => root.unmount())
  page.remove()
})

test('a form that lacks something says what, goes there, and says so until it is there', async () => {
  const send = vi.fn<Send>(async () => undefined)
  render(<Form send={send} />)
  type('name', 'Ada')
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByText('An address is needed')).toBeDefined()
  expect(document.activeElement).toBe(input('email'))
  type('email', 'ada@example.org')
  expect(screen.queryByText('An address is needed')).toBeNull()
})

test('a refusal stands at the field that it names, or above, and nothing typed is lost', async () => {
  const refusals = [
    new ApiError({ status: 400, code: 'invalid', detail: 'No.', fields: { email: 'This address is taken' } }),
    new Error('broken'),
  ]
  render(<Form send={async () => Promise.reject(refusals.shift())} />)
  type('name', 'Ada')
  type('email', 'ada@example.org')
  await submit()
  expect(screen.getByText('This address is taken')).toBeDefined()
  await submit()
  expect(screen.getByText('It was not sent.')).toBeDefined()
  expect(input('email').value).toBe('ada@example.org')
})
