import { expect, it } from 'vitest'
import { MANY_NETWORKS } from '../../workbench/pretend/sampleNetworks.ts'
import { findNetworks } from './NetworkViews.tsx'

const names = (query: string) => {
  const { main, tests } = findNetworks(MANY_NETWORKS, query)
  return [main.map(({ name }) => name), tests.map(({ name }) => name)]
}

it('finds by a part of the name in any case, test networks apart', () => {
  expect(names(' SEP ')).toEqual([[], ['Base Sepolia', 'Sepolia']])
  expect(names('base')).toEqual([['Base'], ['Base Sepolia']])
})

it('finds by the whole id', () => {
  expect(names('10')).toEqual([['Optimism'], []])
})

it('finds all for an empty search, and none for nonsense', () => {
  expect(names('').flat()).toHaveLength(MANY_NETWORKS.length)
  expect(names('.*').flat()).toEqual([])
})
