import { expect, test } from 'vitest'
import { outboxWords } from './preflight.ts'

test('a machine that answers people without a worker and a mail server says where their codes are', () => {
  expect(outboxWords({ roles: ['api'], smtp_url: null })).toMatch(/outbox of the machine whose worker/)
  expect(outboxWords({ roles: ['api', 'worker'], smtp_url: null })).toBe(null)
  expect(outboxWords({ roles: ['worker'], smtp_url: null })).toBe(null)
  expect(outboxWords({ roles: ['api'], smtp_url: 'smtp://mail.example.org' })).toBe(null)
})
