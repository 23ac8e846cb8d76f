import type { AskWallets } from '@latchkey/core/directory'
import { createWalletList } from '@latchkey/core/directory'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerWallets, sampleWallets } from '../workbench/pretend/sampleWallets.ts'
import { slowWallets } from './testing/slowWallets.ts'

const settled = async () => void (await new Promise((resolve) => setTimeout(resolve)))
const loaded = async (ask: AskWallets, pages: number) => {
  const list = createWalletList(ask, { entries: 40 })
  for (let page = 0; page < pages; page++) {
    list.loadMore()
    await settled()
  }
  return list.getState()
}

it('R9-35 lists 40 wallets a page, to the last', async () => {
  const ask = answerWallets(sampleWallets(100))
  expect(await loaded(ask, 1)).toMatchObject({ count: 100, hasMore: true })
  expect((await loaded(ask, 1)).wallets).toHaveLength(40)
  const all = await loaded(ask, 9)
  expect(all.wallets.map(({ id }) => id)).toEqual(sampleWallets(100).map(({ id }) => id))
  expect(all.hasMore).toBe(false)
})

it('asks once a page, whoever asks and however often', async () => {
  const { ask, asked, answer } = slowWallets()
  const list = createWalletList(ask, { entries: 40 })
  for (let times = 0; times < 50; times++) list.loadMore()
  list.retry()
  expect(asked).toHaveLength(1)
  answer(0, sampleWallets(40), 80)
  await settled()
  list.loadMore()
  list.loadMore()
  expect(asked.map(({ question }) => question.page)).toEqual([1, 2])
})

it('keeps what is there when a page fails, and asks again only when told to', async () => {
  const { ask, asked, answer, fail } = slowWallets()
  const list = createWalletList(ask, { entries: 40 })
  list.loadMore()
  answer(0, sampleWallets(40), 80)
  await settled()
  list.loadMore()
  fail(1, 5080)
  await settled()
  list.loadMore()
  expect(asked).toHaveLength(2)
  expect(list.getState().wallets).toHaveLength(40)
  expect(list.getState().error).toMatchObject({ code: 5080 })
  list.retry()
  expect(asked[2]?.question.page).toBe(2)
  expect(list.getState().error).toBeUndefined()
})

it('takes no answer after it was stopped, and can go on', async () => {
  const { ask, asked, answer } = slowWallets()
  const list = createWalletList(ask, { entries: 40 })
  list.loadMore()
  list.stop()
  expect(asked[0]?.signal.aborted).toBe(true)
  answer(0, sampleWallets(40), 80)
  await settled()
  expect(list.getState()).toMatchObject({ wallets: [], isLoading: false, error: undefined })
  list.loadMore()
  expect(asked[1]?.question.page).toBe(1)
})

it('ends at a page that brings nothing new', async () => {
  let asked = 0
  const endless: AskWallets = async () => {
    asked += 1
    return { wallets: sampleWallets(40), count: Number.MAX_SAFE_INTEGER, hasMore: true }
  }
  const state = await loaded(endless, 5)
  expect(asked).toBe(2)
  expect(state.wallets).toHaveLength(40)
  expect(state.hasMore).toBe(false)
})

it('lists a wallet once, however pages overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })),
      async (pages) => {
        const known = sampleWallets(61)
        const ask: AskWallets = async ({ page }) => ({
          wallets: (pages[page - 1] ?? []).flatMap((index) => known[index] ?? []),
          count: 61,
          hasMore: page < pages.length,
        })
        const ids = (await loaded(ask, pages.length)).wallets.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
    { numRuns: 30 },
  )
})
