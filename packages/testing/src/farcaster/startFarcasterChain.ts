import { encodeAbiParameters, keccak256, numberToHex, pad } from 'viem'
import { assemble } from '../contracts/assemble.ts'
import { testPeople } from '../identity/testPeople.ts'
import type { JsonRpc } from '../node/jsonRpc.ts'
import { type Anvil, type AnvilOptions, startAnvil } from '../node/startAnvil.ts'
import { type FarcasterPerson, farcasterPerson } from './farcasterPerson.ts'
import {
  CUSTODY_OF,
  ID_OF,
  idRegistryAddress,
  idRegistrySource,
  KEY_DATA_OF,
  keyRegistryAddress,
  keyRegistrySource,
} from './registrySources.ts'

type Hex = `0x${string}`

export type FarcasterChain = Anvil & {
  /** Gives a fid to a custody address, and takes it from the one that had it. */
  register: (fid: bigint, custody: Hex) => Promise<void>
  /** Adds an auth address (a key of type 2) to a fid, or removes it. */
  setAuthAddress: (fid: bigint, address: Hex, state: 'added' | 'removed') => Promise<void>
}

const OPTIMISM = 10
const AUTH_ADDRESS_TYPE = 2n
const STATES = { added: 1n, removed: 2n }

const word = (value: bigint | Hex): Hex => pad(typeof value === 'bigint' ? numberToHex(value) : value)

/** The slot of `key` in the mapping whose own slot is `position` (Solidity's storage layout). */
const slot = (key: Hex, position: Hex) =>
  keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [key, position]))

function registries(call: JsonRpc): Pick<FarcasterChain, 'register' | 'setAuthAddress'> {
  const store = (contract: string, place: Hex, value: bigint | Hex) =>
    call('anvil_setStorageAt', [contract, place, word(value)])
  const read = (contract: string, place: Hex) =>
    call('eth_getStorageAt', [contract, place, 'latest']) as Promise<Hex>
  return {
    async register(fid, custody) {
      const custodySlot = slot(word(fid), word(BigInt(CUSTODY_OF)))
      const before = await read(idRegistryAddress, custodySlot)
      await store(idRegistryAddress, slot(before, word(BigInt(ID_OF))), 0n)
      await store(idRegistryAddress, custodySlot, custody)
      await store(idRegistryAddress, slot(word(custody), word(BigInt(ID_OF))), fid)
    },
    async setAuthAddress(fid, address, state) {
      const place = slot(word(address), slot(word(fid), word(BigInt(KEY_DATA_OF))))
      await store(keyRegistryAddress, place, (AUTH_ADDRESS_TYPE << 8n) | STATES[state])
    },
  }
}

/**
 * Starts anvil with Optimism's chain id and Farcaster's IdRegistry and KeyRegistry at their addresses there, in
 * which the test people are registered: a custody address and an auth address each.
 *
 * @throws Error as `startAnvil`
 * @example
 * const optimism = await startFarcasterChain()
 * process.env.OPTIMISM_RPC_URL = optimism.url
 * await optimism.stop()
 */
export async function startFarcasterChain(
  options: Pick<AnvilOptions, 'port' | 'logFile' | 'timeout' | 'signal'> = {},
): Promise<FarcasterChain> {
  const chain = await startAnvil({ ...options, chainId: OPTIMISM, contracts: false })
  try {
    await chain.call('anvil_setCode', [idRegistryAddress, `0x${assemble(idRegistrySource)}`])
    await chain.call('anvil_setCode', [keyRegistryAddress, `0x${assemble(keyRegistrySource)}`])
    const { register, setAuthAddress } = registries(chain.call)
    const people = Object.values(testPeople).map(({ id }): FarcasterPerson => farcasterPerson(id))
    await Promise.all(
      people.map(async ({ fid, custody, auth }) => {
        await register(fid, custody.address)
        await setAuthAddress(fid, auth.address, 'added')
      }),
    )
    return { ...chain, register, setAuthAddress }
  } catch (error) {
    await chain.stop()
    throw error
  }
}
