import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readGuide } from '../../../../guide-pages.ts'
import { GuideText } from './guide-text.tsx'

const GUIDE = join(import.meta.dirname, '../../../../../docs/guide')

test('every picture of the guide has a file in both themes', () => {
  const pictures = readGuide(GUIDE).flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'picture'))
  render(<GuideText blocks={pictures} />)
  const shown = screen.getAllByRole<HTMLImageElement>('img')
  expect(shown.length).toBeGreaterThanOrEqual(20)
  expect(shown).toHaveLength(2 * pictures.length)
  for (const { src } of shown) expect(src).toMatch(/docs\/guide\/pictures\/[\w-]+-(light|dark)\.webp$/)
})
