import type { Connector, ConnectorGroup, CustomWallet } from '@latchkey/core'
import { type WalletRowsInput, walletRows } from '@latchkey/core/wallets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const connector = (id: string, type: Connector['type'], more: Partial<Connector> = {}) =>
  ({ id, name: id, type, namespaces: ['eip155'], ...more }) as Connector
const wallet = (id: string, more: Partial<CustomWallet> = {}): CustomWallet => ({ id, name: id, ...more })
const pairing = connector('wc', 'WALLET_CONNECT')
const rows = (input: Partial<WalletRowsInput>) =>
  walletRows({
    connectors: [],
    order: [],
    recent: [],
    canPair: true,
    custom: [],
    featured: [],
    recommended: [],
    known: [],
    ...input,
  })
const keys = (input: Partial<WalletRowsInput>) => rows(input).map(({ key }) => key)
const one = (input: Partial<WalletRowsInput>, key: string) => rows(input).find((row) => row.key === key)

const ALL: Partial<WalletRowsInput> = {
  connectors: [
    connector('ext', 'EXTERNAL'),
    connector('inj', 'INJECTED'),
    pairing,
    connector('used', 'ANNOUNCED'),
  ],
  recent: [{ id: 'used' }],
  custom: [wallet('custom')],
  featured: [wallet('featured')],
  recommended: [wallet('r1')],
}

describe('order', () => {
  it('R9-43 is recent, injected, walletConnect, featured, custom, external, recommended', () => {
    const few = { ...ALL, recent: [], connectors: [pairing, connector('inj', 'INJECTED')] }
    expect(keys(ALL)).toEqual(['used', 'inj', 'walletConnect', 'featured', 'custom', 'ext'])
    expect(keys(few)).toEqual(['inj', 'walletConnect', 'featured', 'custom', 'r1'])
  })

  it('is the order of the page, with the rest behind it', () => {
    expect(keys({ ...ALL, order: ['external', 'custom'] })).toEqual([
      'ext',
      'custom',
      'used',
      'inj',
      'walletConnect',
      'featured',
    ])
  })

  it('holds each group once, whatever a page repeats', () => {
    expect(keys({ ...ALL, order: ['injected', 'injected'] }).filter((key) => key === 'inj')).toEqual(['inj'])
  })
})

describe('R9-44 connector types', () => {
  it.each<[Connector['type'], ConnectorGroup | undefined, boolean]>([
    ['INJECTED', 'injected', true],
    ['ANNOUNCED', 'injected', true],
    ['MULTI_CHAIN', 'injected', true],
    ['EXTERNAL', 'external', false],
    ['WALLET_CONNECT', 'walletConnect', false],
    ['AUTH', undefined, false],
    ['ID_AUTH', undefined, false],
  ])('%s stands in %s, installed: %s', (type, group, installed) => {
    const [row] = rows({ connectors: [connector('it', type)], canPair: type === 'WALLET_CONNECT' })
    expect(row?.group).toBe(group)
    expect(row?.installed ?? false).toBe(installed)
  })
})

describe('recent wallets', () => {
  it('R9-33 come first, newest first, with their chip', () => {
    const input = {
      connectors: [connector('a', 'ANNOUNCED'), connector('b', 'ANNOUNCED', { rdns: 'org.b' })],
      canPair: false,
      recent: [{ id: 'old-id-of-b', rdns: 'org.b' }, { id: 'a' }],
    }
    expect(keys(input)).toEqual(['b', 'a'])
    expect(rows(input).map(({ chip, installed }) => [chip, installed])).toEqual([
      ['recent', true],
      ['recent', true],
    ])
  })

  it('are known from the directory too, when they can be reached', () => {
    const input = { recent: [{ id: 'far' }], known: [wallet('far')] }
    expect(one(input, 'far')).toMatchObject({ group: 'recent', chip: 'recent' })
    expect(keys({ ...input, canPair: false })).toEqual([])
  })

  it('are left out when nobody knows them any more', () => {
    expect(keys({ recent: [{ id: 'gone' }] })).toEqual(['walletConnect'])
    expect(keys({ recent: [], known: [wallet('far')] })).toEqual(['walletConnect'])
  })
})

describe('one wallet, one row', () => {
  it('that is installed is not listed again', () => {
    const input = {
      connectors: [connector('org.a', 'ANNOUNCED', { rdns: 'org.a' })],
      featured: [wallet('1', { rdns: 'org.a' })],
      custom: [wallet('2', { rdns: 'org.a' })],
      recommended: [wallet('3', { rdns: 'org.a' })],
    }
    expect(keys(input)).toEqual(['org.a', 'walletConnect'])
    expect(one(input, 'org.a')?.chip).toBe('installed')
  })

  it('that announces on several namespaces lets choose', () => {
    const same = { rdns: 'org.a' }
    const connectors = [
      connector('evm', 'ANNOUNCED', same),
      connector('solana', 'ANNOUNCED', { ...same, namespaces: ['solana'] }),
    ]
    expect(rows({ connectors, canPair: false })).toMatchObject([
      { key: 'org.a', entry: { name: 'ConnectingMultiChain', params: { rdns: 'org.a' } } },
    ])
  })

  it('that serves several by itself does too', () => {
    const connectors = [connector('many', 'MULTI_CHAIN', { namespaces: ['eip155', 'solana'] })]
    expect(rows({ connectors, canPair: false })[0]?.entry).toEqual({
      name: 'ConnectingMultiChain',
      params: { rdns: 'many' },
    })
  })

  it('and two that claim one rdns are two, of which neither is taken for the listed one', () => {
    const connectors = [
      connector('org.a', 'ANNOUNCED', { rdns: 'org.a' }),
      connector('org.a:2', 'ANNOUNCED', { rdns: 'org.a' }),
    ]
    expect(keys({ connectors, canPair: false })).toEqual(['extension:org.a', 'extension:org.a:2'])
    expect(
      keys({ connectors, custom: [wallet('1', { rdns: 'org.a' })], recent: [{ id: 'x', rdns: 'org.a' }] }),
    ).toEqual(['1', 'extension:org.a', 'extension:org.a:2', 'walletConnect'])
  })

  it('tells wallets of one name apart', () => {
    const connectors = ['a', 'b', 'c'].map((id) =>
      connector(id, 'ANNOUNCED', { name: 'Same', rdns: `org.${id}` }),
    )
    expect(keys({ connectors, canPair: false })).toEqual(['a', 'b', 'c'])
  })
})

describe('recommended wallets', () => {
  const recommended = ['1', '2', '3', '4', '5'].map((id) => wallet(id))
  it('R9-34 are 4', () => {
    expect(keys({ recommended })).toEqual(['walletConnect', '1', '2', '3', '4'])
  })
  it('make room for the wallets that one has', () => {
    const connectors = ['a', 'b', 'c'].map((id) => connector(id, 'ANNOUNCED'))
    expect(keys({ recommended, connectors })).toEqual(['a', 'b', 'c', 'walletConnect', '1'])
  })
  it('are none where no wallet of a list can be reached', () => {
    expect(keys({ recommended, canPair: false })).toEqual([])
  })
})

it('lists no id twice, for anything', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  const listing = fc.record({ id, name: id, rdns: id })
  const wallets = fc.array(listing)
  const types = fc.constantFrom<Connector['type']>('INJECTED', 'ANNOUNCED', 'EXTERNAL', 'MULTI_CHAIN', 'AUTH')
  const namespaces = fc.constantFrom<Connector['namespaces']>(['eip155'], ['solana'], ['eip155', 'solana'])
  const connectors = fc.uniqueArray(fc.record({ id, name: id, type: types, rdns: id, namespaces }), {
    selector: (made) => made.id,
  }) as fc.Arbitrary<Connector[]>
  fc.assert(
    fc.property(
      connectors,
      wallets,
      wallets,
      wallets,
      wallets,
      (found, custom, featured, recommended, recent) => {
        const all = keys({ connectors: found, custom, featured, recommended, recent, known: recent })
        expect(new Set(all).size).toBe(all.length)
      },
    ),
  )
})
