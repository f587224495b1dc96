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

test('a prerendered form keeps what a person typed and sent before the program ran, or types meanwhile', async () => {
  const send = vi.fn<Send>(async () => undefined)
  // React does not know the attribute that marks a waiting form, and warns about it in development.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Form send={send} />)
  document.body.append(page)
  input('name').value = 'Ada'
  screen.getByRole('form').dataset.waiting = ''
  // Mounts after the early input is taken over and before it is drawn.
  function Meanwhile() {
    useEffect(() => void type('email', 'ada@example.org'), [])
    return <Form send={send} />
  }
  const root = await act(async () => hydrateRoot(page, <Meanwhile />))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', email: 'ada@example.org' })
  act(() => root.unmount())
  page.remove()
})

test('an incomplete form names the missing field, focuses it, and shows the error until it is filled in', async () => {
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

test('a refusal is shown at the field that it names, or above the form, and keeps all input', async () => {
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
