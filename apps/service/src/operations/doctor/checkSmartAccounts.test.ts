import { expect, test } from 'vitest'
import { chainSchema, ENTRY_POINT } from '../../config/chains.ts'
import { PAYMASTER, signerBytes } from '../../testing/sponsoredWallet.ts'
import { checkSmartAccounts } from './checkSmartAccounts.ts'
import type { Diagnosis } from './Diagnosis.ts'

const SIGNER = '0xa33F22d803Ff78B56Da79c82B93642d8fcDDD350'
const word = (hex: string) => `0x${hex.replace('0x', '').padStart(64, '0')}`

const world = {
  entryPoints: [ENTRY_POINT.toLowerCase()],
  missing: '',
  signer: SIGNER,
  deposit: 10n ** 18n,
  isNodeDown: false,
  hasKey: true,
  chain: {},
}

/** What the doctor says of one chain in a made-up world. */
async function examine(changes: Partial<typeof world>) {
  const { entryPoints, missing, signer, deposit, isNodeDown, hasKey, chain } = { ...world, ...changes }
  const answer = (method: string, [first]: unknown[]): unknown => {
    if (method === 'eth_supportedEntryPoints') return entryPoints
    if (isNodeDown) return undefined
    if (method === 'eth_getCode') return first === missing ? '0x' : '0x60'
    if (method === 'eth_gasPrice') return '0x3b9aca00'
    const { to } = first as { to: string }
    return to === PAYMASTER ? word(signer) : word(deposit.toString(16))
  }
  const ask: Diagnosis['ask'] = async (_, options) => {
    const { method, params } = JSON.parse(options?.body ?? '') as { method: string; params: unknown[] }
    const result = answer(method, params)
    return { status: 200, headers: new Headers(), body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) }
  }
  const parsed = chainSchema.parse({
    id: 1,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://node.example/key'],
    bundlerUrls: ['https://bundler.example/key'],
    paymaster: { address: PAYMASTER, sponsor: 'The shop' },
    ...chain,
  })
  const config = { chains: [parsed], secrets: hasKey ? { paymasterSigner: signerBytes } : {} }
  const findings = await checkSmartAccounts({ ask, config } as unknown as Diagnosis)
  expect(JSON.stringify(findings)).not.toContain('/key')
  return findings.map(({ check, level }) => `${level} ${check.replace('smartAccounts.', '')}`)
}

test.each([
  ['all is well', {}, ['ok 1.bundler', 'ok 1.contracts', 'ok 1.paymaster', 'ok 1.deposit']],
  ['a bundler of another entry point', { entryPoints: [PAYMASTER] }, ['fail 1.bundler']],
  ['a contract is missing', { missing: ENTRY_POINT }, ['fail 1.contracts']],
  [
    'the permission manager is missing',
    { missing: SIGNER, chain: { permissionManager: SIGNER } },
    ['fail 1.contracts'],
  ],
  ['a paymaster of somebody else', { signer: PAYMASTER }, ['fail 1.paymaster']],
  ['an empty deposit', { deposit: 0n }, ['fail 1.deposit']],
  ['a low deposit', { deposit: 10n ** 16n }, ['warn 1.deposit']],
  ['no key', { hasKey: false }, ['warn 1.paymaster']],
  ['a silent node', { isNodeDown: true }, ['fail 1.contracts']],
  ['a key for nothing', { chain: { paymaster: undefined } }, ['warn signer']],
  ['no smart accounts', { hasKey: false, chain: { bundlerUrls: undefined, paymaster: undefined } }, []],
])('%s', async (_, changes, expected) => {
  expect(await examine(changes)).toEqual(
    expected.length > 1 || expected.length === 0 ? expected : expect.arrayContaining(expected),
  )
})
