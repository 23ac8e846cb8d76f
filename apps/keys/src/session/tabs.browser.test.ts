import { expect, it, vi } from 'vitest'
import { openTabChannel } from './tabs.ts'

const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))

it('tells the other tabs, and not itself', async () => {
  const here = openTabChannel()
  const there = openTabChannel()
  const [heardHere, heardThere] = [vi.fn(), vi.fn()]
  here.listen(heardHere)
  there.listen(heardThere)
  here.tell()
  await vi.waitFor(() => expect(heardThere).toHaveBeenCalledTimes(1), 15_000)
  expect(heardHere).not.toHaveBeenCalled()
})

it('rings when a page comes back that was kept out of use, also where there is no channel', () => {
  const tabs = openTabChannel(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const heard = vi.fn()
  tabs.listen(heard)
  expect(tabs.tell).not.toThrow()
  show(false)
  expect(heard).not.toHaveBeenCalled()
  show(true)
  expect(heard).toHaveBeenCalledTimes(1)
})
