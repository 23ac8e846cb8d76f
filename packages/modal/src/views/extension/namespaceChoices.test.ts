import type { Connector } from '@latchkey/core'
import { expect, it } from 'vitest'
import { FEW_NETWORKS, TWO_NAMESPACES } from '../../workbench/pretend/sampleNetworks.ts'
import { namespaceChoices } from './ExtensionViews.tsx'

const connector = (id: string, namespaces: Connector['namespaces'], more: Partial<Connector> = {}) =>
  ({ id, name: id, type: 'ANNOUNCED', rdns: 'org.a', namespaces, ...more }) as Connector
const choices = (connectors: Connector[], networks = TWO_NAMESPACES, rdns = 'org.a') =>
  namespaceChoices(connectors, networks, rdns).map(({ namespace, connector: { id } }) => [namespace, id])

it('has each namespace that wallet and page serve, in the order of the page', () => {
  expect(choices([connector('b', ['solana']), connector('a', ['eip155'])])).toEqual([
    ['eip155', 'a'],
    ['solana', 'b'],
  ])
  expect(choices([connector('a', ['eip155', 'solana', 'bip122'])])).toEqual([
    ['eip155', 'a'],
    ['solana', 'a'],
  ])
  expect(choices([connector('a', ['eip155']), connector('b', ['solana'])], FEW_NETWORKS)).toEqual([
    ['eip155', 'a'],
  ])
})

it('knows a connector by its id where it has no rdns', () => {
  const { rdns: _, ...own } = connector('own', ['eip155', 'solana'])
  expect(choices([own as Connector], TWO_NAMESPACES, 'own')).toHaveLength(2)
})

it('refuses two that claim one rdns and one namespace, other types, and others', () => {
  expect(choices([connector('a', ['eip155']), connector('b', ['eip155'])])).toEqual([])
  expect(choices([connector('a', ['eip155'], { type: 'EXTERNAL' })])).toEqual([])
  expect(choices([connector('a', ['eip155'])], TWO_NAMESPACES, 'org.b')).toEqual([])
  expect(choices([connector('a', ['eip155'])], TWO_NAMESPACES, '')).toEqual([])
})
