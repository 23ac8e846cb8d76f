import { afterEach, expect, it, vi } from 'vitest'
import { MANY_NETWORKS } from '../../workbench/pretend/sampleNetworks.ts'
import { findNetworks } from './NetworkViews.tsx'

afterEach(() => void vi.restoreAllMocks())

const names = (query: string) => {
  const { main, tests } = findNetworks(MANY_NETWORKS, query)
  return [main.map(({ name }) => name), tests.map(({ name }) => name)]
}

it('finds by a part of the name in any case, test networks apart', () => {
  expect(names(' SEP ')).toEqual([[], ['Base Sepolia', 'Sepolia']])
  expect(names('base')).toEqual([['Base'], ['Base Sepolia']])
})

it('finds a name with an I in a browser that writes small letters as in Turkish', () => {
  const { toLocaleLowerCase } = String.prototype
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return toLocaleLowerCase.call(this, 'tr')
  })
  const [network] = MANY_NETWORKS
  expect(findNetworks([{ ...network, name: 'Ink' }], 'ink').main).toHaveLength(1)
})

it('finds by the whole id', () => {
  expect(names('10')).toEqual([['Optimism'], []])
})

it('finds all for an empty search, and none for nonsense', () => {
  expect(names('').flat()).toHaveLength(MANY_NETWORKS.length)
  expect(names('.*').flat()).toEqual([])
})
