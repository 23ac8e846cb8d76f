import { afterEach, expect, test, vi } from 'vitest'
import { parseUrl } from './browser/parseUrl.ts'
import { anySignal } from './deadline.ts'

afterEach(() => vi.unstubAllGlobals())

/** As in Safari 16.4. */
function forgetNewer(): void {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override canParse = undefined as never
    },
  )
  vi.stubGlobal('AbortSignal', { any: undefined })
}

test('an address is read, or is none, also where URL.canParse is missing', () => {
  forgetNewer()
  expect(parseUrl('https://shop.example/cart')?.origin).toBe('https://shop.example')
  expect(parseUrl('shop')).toBeUndefined()
})

test.each([false, true])(
  'the first signal that aborts gives its reason (AbortSignal.any missing: %s)',
  (isOld) => {
    if (isOld) forgetNewer()
    const [one, other] = [new AbortController(), new AbortController()]
    const { signal } = one
    const either = anySignal(signal, other.signal)
    expect(either.aborted).toBe(false)
    other.abort('left')
    one.abort('late')
    expect(either.reason).toBe('left')
    expect(anySignal(signal).reason).toBe('late')
  },
)
