import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'
import { readConnections } from './storedConnections.ts'
import { writeConnection } from './storedState.ts'

const clear = () => {
  localStorage.clear()
  // Another file's page may have left something in this tab.
  sessionStorage.clear()
}
beforeEach(clear)
afterEach(clear)

it('R9-69 connections stay in local storage, where the next page finds them', () => {
  const connection = { connectorId: 'embedded', caipNetworkId: 'eip155:1' } as const
  writeConnection(createStorage(), 'eip155', connection)
  expect(Object.keys(localStorage)).toEqual(['latchkey.connections'])
  expect(readConnections(createStorage())).toEqual({ eip155: connection })
  expect(sessionStorage).toHaveLength(0)
  writeConnection(createStorage(), 'eip155', undefined)
  expect(localStorage).toHaveLength(0)
})
