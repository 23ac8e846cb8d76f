import { getIdentity, isHttpsLink } from '@latchkey/protocol/http'
import { decodeFunctionResult, encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem'
import { namehash, normalize } from 'viem/ens'
import type { ChainReader, Reading } from '../reads/createChainReader.ts'

/** What an account calls itself. */
export type Identity = { name: string | null; avatar: string | null }

/** Where names come from. */
export type NameSource = {
  /** @throws ChainReadError when the network of names does not answer */
  read(account: `0x${string}`): Promise<Identity>
}

const NOBODY: Identity = { name: null, avatar: null }
const LONGEST_LINK = 512

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

function decodeText(functionName: 'name' | 'text', data: Hex | null | undefined): string {
  if (!data || data.length > 4_096) return ''
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return ''
  }
}

/** A word that holds an address; null for the zero address and for anything else. */
function decodeAddress(data: Hex | null | undefined): Hex | null {
  if (data?.length !== 66 || !data.startsWith('0x000000000000000000000000')) return null
  return hexToBigInt(data) === 0n ? null : `0x${data.slice(26).toLowerCase()}`
}

/** ENSIP-15: a name that is not in its one form is none; nor is one that the answer may not hold. */
function isNormal(name: string): boolean {
  if (!name.includes('.') || !getIdentity.reply.safeParse({ name, avatar: null }).success) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

const isPicture = (link: string): boolean => link.length <= LONGEST_LINK && isHttpsLink(link)

/**
 * Names of ENS, read from the registry: the reverse record of the account (ENSIP-3), and then where that name leads. A
 * name that does not lead back is nobody's word but the account's own, and is not told. Resolvers that send the reader
 * elsewhere (ERC-3668) are not followed: a contract would choose what this service fetches.
 *
 * @param registry address of the registry (ERC-137)
 */
export function createEnsNames(reader: ChainReader, registry: `0x${string}`): NameSource {
  const ask = async ({ call }: Reading, to: Hex, ...data: Hex[]) =>
    call(data.map((each) => ({ to, data: each })))
  async function resolverOf(network: Reading, node: Hex): Promise<Hex | null> {
    const data = encodeFunctionData({ abi, functionName: 'resolver', args: [node] })
    return decodeAddress((await ask(network, registry, data))[0])
  }
  async function reverseName(network: Reading, account: string): Promise<string | null> {
    const node = namehash(`${account.slice(2).toLowerCase()}.addr.reverse`)
    const resolver = await resolverOf(network, node)
    if (!resolver) return null
    const [answer] = await ask(
      network,
      resolver,
      encodeFunctionData({ abi, functionName: 'name', args: [node] }),
    )
    const name = decodeText('name', answer)
    return isNormal(name) ? name : null
  }
  return {
    read: (account) =>
      reader.read(async (network) => {
        const name = await reverseName(network, account)
        if (name === null) return NOBODY
        const node = namehash(name)
        const resolver = await resolverOf(network, node)
        if (!resolver) return NOBODY
        const [owner, picture] = await ask(
          network,
          resolver,
          encodeFunctionData({ abi, functionName: 'addr', args: [node] }),
          encodeFunctionData({ abi, functionName: 'text', args: [node, 'avatar'] }),
        )
        if (decodeAddress(owner) !== account.toLowerCase()) return NOBODY
        const link = decodeText('text', picture)
        return { name, avatar: isPicture(link) ? link : null }
      }),
  }
}
