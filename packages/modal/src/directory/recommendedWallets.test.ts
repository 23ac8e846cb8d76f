import { recommendedWallets } from '@latchkey/core/wallets'
import { expect, it } from 'vitest'
import { sampleWallets } from '../workbench/pretend/sampleWallets.ts'

const first = sampleWallets(40)
const listed = (ids: string[] = [], rdns: string[] = []) => ({ ids: new Set(ids), rdns: new Set(rdns) })
const numbers = (wallets: readonly { id: string }[]) => wallets.map(({ id }) => Number(id.split('-')[1]))

it.each([
  ['R9-34 the first 4 of the directory', {}, [], [1, 2, 3, 4]],
  ['none that is installed', { listed: listed([], ['org.example.wallet1']) }, [], [2, 3, 4, 5]],
  ['none that was used last', { listed: listed(['wallet-2', 'wallet-3']) }, [], [1, 4, 5, 6]],
  [
    'featured ones first, in the order of the page',
    { featuredIds: ['wallet-9', 'wallet-2'] },
    [9, 2],
    [1, 3, 4, 5],
  ],
  [
    'featured ones of a later page',
    { featuredIds: ['wallet-41'], picked: sampleWallets(41).slice(40) },
    [41],
    [1, 2, 3, 4],
  ],
  [
    'no featured one that is installed',
    { featuredIds: ['wallet-1'], listed: listed([], ['org.example.wallet1']) },
    [],
    [2, 3, 4, 5],
  ],
  ['a featured one once', { featuredIds: ['wallet-1', 'wallet-1'] }, [1], [2, 3, 4, 5]],
  ['no featured one that nobody knows', { featuredIds: ['wallet-77'] }, [], [1, 2, 3, 4]],
  ['nothing of nothing', { first: [], featuredIds: ['wallet-1'] }, [], []],
])('%s', (_, input, featured, recommended) => {
  const result = recommendedWallets({ first, picked: [], featuredIds: [], listed: listed(), ...input })
  expect(numbers(result.featured)).toEqual(featured)
  expect(numbers(result.recommended)).toEqual(recommended)
})
