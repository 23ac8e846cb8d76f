import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokensOf = (css: string, prefix: string) => {
  const blocks = css.split(/^}/m).filter((block) => /:root|:host/.test(block) && !block.includes('@media'))
  return blocks.slice(0, 2).map((block) => {
    const found = [...block.matchAll(new RegExp(`--${prefix}-([\\w-]+):\\s*(#[0-9a-f]{6});`, 'g'))]
    return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]))
  })
}

test('the panels have the colours of the wallet’s other screens, in both themes', () => {
  const own = tokensOf(read('./panel.css'), 'kp')
  const theirs = tokensOf(read('../../../../packages/ui/src/tokens.css'), 'lk')
  expect(own).toHaveLength(2)
  for (const [index, colours] of own.entries()) {
    expect(Object.keys(colours).length).toBeGreaterThan(15)
    expect(theirs[index]).toMatchObject(colours)
  }
})
