import { createWalletSearch } from '@latchkey/core/directory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleWallets } from '../workbench/pretend/sampleWallets.ts'
import { slowWallets } from './testing/slowWallets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const begin = () => {
  const service = slowWallets()
  const search = createWalletSearch(service.ask)
  const names = () =>
    search
      .getState()
      .found?.getState()
      .wallets.map(({ name }) => name)
  const type = async (text: string) => {
    search.type(text)
    await pass(300)
  }
  return { ...service, search, names, type }
}
const wallet = (name: string) => sampleWallets(1).map((sample) => ({ ...sample, name }))

describe('createWalletSearch', () => {
  it('R9-19 R9-36 asks for 100 wallets once nothing has been typed for 300 ms', async () => {
    const { search, asked } = begin()
    for (const text of ['r', 'ra', 'rai']) {
      search.type(text)
      await pass(299)
    }
    expect(asked).toHaveLength(0)
    expect(search.getState()).toMatchObject({ text: 'rai', isBusy: true })
    await pass(1)
    expect(asked.map(({ question }) => question)).toEqual([{ page: 1, entries: 100, search: 'rai' }])
  })

  it('never lets a late answer to an old question win', async () => {
    const { search, asked, answer, names, type } = begin()
    await type('rain')
    await type('snow')
    expect(asked[0]?.signal.aborted).toBe(true)
    answer(1, wallet('Snow'))
    await pass(0)
    answer(0, wallet('Rain'))
    await pass(0)
    expect(names()).toEqual(['Snow'])
    expect(search.getState()).toMatchObject({ query: 'snow', isBusy: false })
  })

  it('keeps the last answer until the next is there', async () => {
    const { search, answer, names, type } = begin()
    await type('rain')
    expect(search.getState().found).toBeUndefined()
    answer(0, wallet('Rain'))
    await pass(0)
    await type('rainb')
    expect(names()).toEqual(['Rain'])
    expect(search.getState()).toMatchObject({ text: 'rainb', query: 'rain', isBusy: true })
  })

  it('asks nothing anew for spaces, nor on the way back to what was answered', async () => {
    const { search, asked, answer, type } = begin()
    await type('rain')
    answer(0, wallet('Rain'))
    await pass(0)
    await type('rain ')
    search.type('rainb')
    await type('rain')
    await type(' ')
    await type('')
    expect(asked).toHaveLength(1)
    expect(search.getState()).toMatchObject({ query: undefined, found: undefined, isBusy: false })
  })

  it('ends with an empty field, whatever comes later', async () => {
    const { search, answer, type } = begin()
    await type('rain')
    search.type('')
    answer(0, wallet('Rain'))
    await pass(0)
    expect(search.getState()).toMatchObject({ text: '', found: undefined, isBusy: false })
  })

  it('hands a failure on, and tries again', async () => {
    const { search, asked, answer, fail, names, type } = begin()
    await type('rain')
    fail(0, 5081)
    await pass(0)
    expect(search.getState().found?.getState().error).toMatchObject({ code: 5081 })
    search.getState().found?.retry()
    expect(asked).toHaveLength(2)
    answer(1, wallet('Rain'))
    await pass(0)
    expect(names()).toEqual(['Rain'])
  })

  it('stops with what is there', async () => {
    const { search, asked, answer, type } = begin()
    await type('rain')
    answer(0, wallet('Rain'))
    await pass(0)
    await type('snow')
    search.stop()
    expect(asked[1]?.signal.aborted).toBe(true)
    expect(search.getState()).toMatchObject({ text: 'rain', query: 'rain', isBusy: false })
    search.type('sn')
    search.stop()
    await pass(300)
    expect(asked).toHaveLength(2)
  })
})
