import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import { testConfig } from '../testing/fakeFrame.ts'
import { createAdvice } from './createAdvice.ts'

const asset = `eip155:1:0x${'a'.repeat(40)}`
const view = (of?: string) => ({ ...(of === undefined ? {} : { asset: of }) }) as ApprovalView

function open(answer: (body: unknown) => Response | Promise<Response>) {
  const asked: { url: string; body: unknown }[] = []
  const clock = { now: 1_000 }
  let answered: () => void = () => undefined
  const next = () =>
    new Promise<void>((resolve) => {
      answered = resolve
    })
  const fetch = async (url: string, init: RequestInit) => {
    const body: unknown = JSON.parse(String(init.body))
    asked.push({ url, body })
    return answer(body)
  }
  const book = createAdvice({ config: testConfig, now: () => clock.now }, () => answered(), fetch)
  return { book, asked, clock, next }
}
const price = (change: object = {}) =>
  Response.json({
    fungibles: [{ address: asset, name: 'USD Coin', symbol: 'USDC', price: 0.9998, ...change }],
  })

describe('what the service says of an amount', () => {
  test('is asked once for an asset, and again after half a minute', async () => {
    const { book, asked, clock, next } = open(() => price())
    const answered = next()
    expect(book.of(view(asset))).toBeNull()
    expect(book.of(view(asset))).toBeNull()
    await answered
    const picture = `${testConfig.apiOrigin}/public/getTokenImage/usdc-v1`
    expect(book.of(view(asset))).toEqual({ price: 0.9998, picture })
    expect(asked).toEqual([
      {
        url: `${testConfig.apiOrigin}/v1/fungible/price?projectId=${testConfig.projectId}`,
        body: { currency: 'usd', addresses: [asset] },
      },
    ])
    clock.now += 30_000
    // What was known stays until there is news.
    expect(book.of(view(asset))).toEqual({ price: 0.9998, picture })
    expect(asked).toHaveLength(2)
  })

  test('nobody is asked of a view without such an amount', () => {
    const { book, asked } = open(() => price())
    expect(book.of(view())).toBeUndefined()
    expect(asked).toEqual([])
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['a network that is down', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a refusal', () => Response.json({ error: { code: 4701, message: 'No.' } }, { status: 503 })],
    ['an answer of another form', () => Response.json({ fungibles: [{ address: asset, price: '1' }] })],
    ['an answer about something else', () => price({ address: `eip155:1:0x${'b'.repeat(40)}` })],
    ['no price', () => Response.json({ fungibles: [] })],
  ])('%s: nothing is known', async (_, answer) => {
    const { book, next } = open(answer)
    const answered = next()
    book.of(view(asset))
    await answered
    expect(book.of(view(asset))).toEqual({ price: null, picture: null })
  })

  test.each([
    [
      'its own',
      `${testConfig.apiOrigin}/public/getTokenImage/x`,
      `${testConfig.apiOrigin}/public/getTokenImage/x`,
    ],
    ['somebody else’s', 'https://pictures.example/usdc.png', null],
    ['one that begins like its own', `${testConfig.apiOrigin}.evil.example/x`, null],
  ])('of pictures, %s', async (_, iconUrl, picture) => {
    const { book, next } = open(() => price({ iconUrl }))
    const answered = next()
    book.of(view(asset))
    await answered
    expect(book.of(view(asset))?.picture).toBe(picture)
  })
})
