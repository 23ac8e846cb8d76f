import { and, desc, eq, sql } from 'drizzle-orm'
import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import type { Chain } from '../config/chains.ts'
import type { Database } from '../db/Database.ts'
import { historyTransactions } from '../db/historySchema.ts'
import type { ChainReader } from '../upstreams/reads/createChainReader.ts'

/** A collectible by its place. Addresses are in small letters. */
export type Place = { contract: Hex; tokenId: string }
/** One that the account has now; `uri` is what its contract says of where it is described. */
export type Held = Place & { standard: 'erc721' | 'erc1155'; amount: string; uri: string; collection: string }

/** Transactions that are looked through, places that are asked about, and those that are told. */
const MOST_ROWS = 500
const MOST_ASKED = 144
export const MOST_TOLD = 48

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
])

/** What came to an account and was not spam, newest first, each once. */
async function placesOf(db: Database, chain: Chain, account: string): Promise<Place[]> {
  const { account: owner, chainId, movements, at, block } = historyTransactions
  const rows = await db
    .select({ movements })
    .from(historyTransactions)
    .where(and(eq(owner, account), eq(chainId, chain.id), sql`${movements} @> '[{"kind":"nft"}]'::jsonb`))
    .orderBy(desc(at), desc(block))
    .limit(MOST_ROWS)
  const places = new Map<string, Place>()
  for (const { kind, token, tokenId, direction, isSpam } of rows.flatMap((row) => row.movements)) {
    if (kind !== 'nft' || !isHex(token) || tokenId === undefined || direction === 'out' || isSpam) continue
    const key = `${token}:${tokenId}`
    if (!places.has(key)) places.set(key, { contract: token, tokenId })
  }
  return [...places.values()].slice(0, MOST_ASKED)
}

function decode(
  functionName: 'ownerOf' | 'balanceOf' | 'tokenURI' | 'uri' | 'name',
  data: Hex | null | undefined,
) {
  try {
    return data ? decodeFunctionResult({ abi, functionName, data }) : null
  } catch {
    // A contract may answer anything.
    return null
  }
}
const textOf = (functionName: 'tokenURI' | 'uri' | 'name', data: Hex | null | undefined): string =>
  String(decode(functionName, data) ?? '')

/** ERC-1155: the number in the place of `{id}`, as 64 hex digits. */
const withId = (uri: string, tokenId: string): string =>
  uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))

/**
 * What an account of this service has of collectibles now: what came to it, as far as the network says that it is still
 * there.
 *
 * @throws ChainReadError
 */
export async function readHeld(
  db: Database,
  reader: ChainReader,
  { chain, account }: { chain: Chain; account: Hex },
): Promise<{ held: Held[]; hasMore: boolean }> {
  const places = await placesOf(db, chain, account)
  if (places.length === 0) return { held: [], hasMore: false }
  return reader.read(async ({ call }) => {
    const owned = await call(
      places.flatMap(({ contract: to, tokenId }) => [
        { to, data: encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(tokenId)] }) },
        {
          to,
          data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account, BigInt(tokenId)] }),
        },
      ]),
    )
    const mine = places.flatMap((place, index): Omit<Held, 'uri' | 'collection'>[] => {
      const isOwner = String(decode('ownerOf', owned[2 * index])).toLowerCase() === account
      if (isOwner) return [{ ...place, standard: 'erc721', amount: '1' }]
      const amount = decode('balanceOf', owned[2 * index + 1])
      return typeof amount === 'bigint' && amount > 0n
        ? [{ ...place, standard: 'erc1155', amount: String(amount) }]
        : []
    })
    const told = mine.slice(0, MOST_TOLD)
    const words = await call(
      told.flatMap(({ contract: to, tokenId, standard }) => {
        const functionName = standard === 'erc721' ? 'tokenURI' : 'uri'
        return [
          { to, data: encodeFunctionData({ abi, functionName, args: [BigInt(tokenId)] }) },
          { to, data: encodeFunctionData({ abi, functionName: 'name' }) },
        ]
      }),
    )
    const held = told.map((one, index) => ({
      ...one,
      uri: withId(textOf(one.standard === 'erc721' ? 'tokenURI' : 'uri', words[2 * index]), one.tokenId),
      collection: textOf('name', words[2 * index + 1]),
    }))
    return { held, hasMore: mine.length > MOST_TOLD }
  })
}

/** Where a collectible is described, by its contract. @throws ChainReadError */
export const readUri = (reader: ChainReader, to: Hex, tokenId: string): Promise<string> =>
  reader.read(async ({ call }) => {
    const args = [BigInt(tokenId)] as const
    const [one, other] = await call([
      { to, data: encodeFunctionData({ abi, functionName: 'tokenURI', args }) },
      { to, data: encodeFunctionData({ abi, functionName: 'uri', args }) },
    ])
    return withId(textOf('tokenURI', one) || textOf('uri', other), tokenId)
  })
