import { readdirSync, readFileSync } from 'node:fs'
import { type Address, type Hex, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Described } from '../model.ts'
import { parseTypedDataRequest } from '../typedData.ts'
import { createClearSigner } from './createClearSigner.ts'
import { snapshot } from './snapshot.ts'
import { type DataProvider, renderDescribed } from './testing/renderDescribed.ts'

/** The form of the public registry's fixtures, version 2; `expected` null: the descriptor must stay silent. */
type Fixture = {
  descriptor: string
  dataProvider: Pick<DataProvider, 'tokens'>
  tests: readonly {
    description: string
    rawTx?: Hex
    data?: { domain: { chainId: number } }
    expected: object | null
  }[]
}

const folder = new URL('./vectors/', import.meta.url)
const fixtures = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture,
)
const signer: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const clear = createClearSigner(snapshot.map(({ document }) => document))

function describeRaw(rawTx: Hex): Described | null {
  const { to, value = 0n, data = '0x', chainId = 1 } = parseTransaction(rawTx)
  // As if nothing else could read it: transfers and approvals have screens of their own.
  const call = {
    kind: 'unknown',
    to: to as Address,
    value,
    data,
    selector: data.slice(0, 10) as Hex,
  } as const
  const told = clear.describeCall(call, { chainId, from: signer })
  return told.kind === 'described' ? told.described : null
}

function describeTyped(data: { domain: { chainId: number } }): Described | null {
  const context = { chainId: data.domain.chainId, address: signer }
  return clear.describeTypedData(parseTypedDataRequest([signer, data], context))
}

test('every descriptor has its golden texts', () => {
  expect(fixtures.map(({ descriptor }) => descriptor.replace('../descriptors/', '')).sort()).toEqual(
    snapshot.map(({ file }) => file),
  )
})

describe.each(fixtures)('$descriptor', ({ dataProvider, tests }) => {
  test.each(tests)('$description', ({ rawTx, data, expected }) => {
    const described = rawTx ? describeRaw(rawTx) : data ? describeTyped(data) : null
    const shown = described && renderDescribed({ ...dataProvider, native: 'ETH' }, described)
    expect(shown).toEqual(expected)
  })
})
