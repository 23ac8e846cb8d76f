import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Locale } from '../../locales/Locale.ts'
import { LocaleProvider } from '../../locales/LocaleContext.tsx'
import { AmountText } from './ValueText.tsx'

const token = '0x3C44…93BC'

/** How far each character of a text stands from the end of the one before, CSS px. */
function gaps(root: Element, text: string): number[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const at = node.textContent?.indexOf(text) ?? -1
    if (at < 0) continue
    const boxes = [...text].map((_, index) => {
      range.setStart(node, at + index)
      range.setEnd(node, at + index + 1)
      return range.getBoundingClientRect()
    })
    return boxes.slice(1).map(({ left }, index) => Math.abs(left - (boxes[index]?.right ?? 0)))
  }
  return []
}

test.each([
  ['fa', 'واحد {token}'],
  ['he', 'יחידות של {token}'],
])('in %s the address of a token that counts units stays whole', async (tag, unitsOf) => {
  const messages = { 'value.unitsOf': unitsOf } as Locale['messages']
  const { container } = await render(
    <LocaleProvider value={{ tag, dir: 'rtl', messages }}>
      <div dir="rtl">
        <AmountText value={{ kind: 'amount', amount: 5_000_000n, decimals: null, symbol: token }} />
      </div>
    </LocaleProvider>,
  )
  const found = gaps(container, token)
  expect(found).toHaveLength(token.length - 1)
  expect(Math.max(...found)).toBeLessThan(2)
})
