import { type Collectible, NftsUnavailableError } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import { isRecord } from '@latchkey/std/isRecord'
import type { Hex } from 'viem'
import { createSharedCache } from '../chainData/createSharedCache.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import { isLoopbackName } from '../config/originPattern.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime } from '../crypto/bytes.ts'
import { cleanLabel } from '../upstreams/cleanLabel.ts'
import { createGate, type Gate } from '../upstreams/createGate.ts'
import { type ChainReader, createChainReader } from '../upstreams/reads/createChainReader.ts'
import { pictureAddress, pictureMac } from './pictureAddress.ts'
import { type Held, readHeld, readUri } from './readHeld.ts'
import { type LinkReader, type Picture, readJson, readPicture } from './readLink.ts'

/** What is said of a collectible where it is described. */
type Described = { name: string | null; description: string | null; image: string | null }
type Known = { nfts: Collectible[]; hasMore: boolean }

const NOTHING: Described = { name: null, description: null, image: null }
/** What a description is kept for, and how long a list waits for those that are slow, ms. */
const DESCRIBED_FOR = 3_600_000
const PATIENCE = 6_000
/** Who was asked for a description or a picture and gave none is left alone so long, ms: some hundred of them would take all places. */
const SILENT_FOR = 600_000
const DEFAULT_GATEWAY = 'https://ipfs.io/ipfs/'
const MOST_LINK = 6_000_000
const MOST_DIGITS = 24

/** One line, without markup: what is left of it is what somebody may read. */
const plain = (text: unknown): string | null =>
  typeof text === 'string' ? cleanLabel(text.slice(0, 1_024).replace(/[<>]/g, '')) : null

async function describe(reader: LinkReader, uri: string): Promise<Described> {
  const found = await readJson(reader, uri)
  if (!isRecord(found)) return NOTHING
  const { image, image_url: other } = found
  const link = typeof image === 'string' ? image : other
  return {
    name: plain(found.name),
    description: plain(found.description),
    image: typeof link === 'string' && link.length <= MOST_LINK ? link : null,
  }
}

const numbered = (tokenId: string): string =>
  tokenId.length > MOST_DIGITS ? `#${tokenId.slice(0, 8)}…${tokenId.slice(-8)}` : `#${tokenId}`

/** Follows links by the places of collectibles, and leaves those alone that gave nothing. */
function createSparing({ gateway, options }: LinkReader, now: () => number) {
  const silent = createSharedCache<true>({ lifetime: SILENT_FOR, most: 10_000, now })
  async function ask<T>(place: string, work: (reader: LinkReader) => Promise<T>): Promise<T> {
    let isAsked = false
    const gate: Gate = {
      run: (signal, ask) =>
        options.gate.run(signal, () => {
          isAsked = true
          return ask()
        }),
    }
    try {
      return await work({ gateway, options: { ...options, gate } })
    } catch (error) {
      // Whose turn did not come has not been silent.
      if (isAsked) await silent.read(place, async () => true)
      throw error
    }
  }
  return { ask, isSilent: silent.has }
}

/** Keeps what is said of collectibles, by their places. */
function createDescriber(reader: LinkReader, now: () => number) {
  const described = createSharedCache<Described>({ lifetime: DESCRIBED_FOR, most: 300, now })
  const sparing = createSparing(reader, now)
  return async (place: string, uriOf: () => Promise<string>): Promise<Described> => {
    if (sparing.isSilent(place)) return NOTHING
    return described.read(place, async () => {
      const uri = await uriOf()
      return sparing.ask(place, (asked) => describe(asked, uri))
    })
  }
}

/** Pictures are not kept. Whoever asks for one at the same time shares it: one that is slow takes one place, not all. */
function createPictureReader(reader: LinkReader, now: () => number) {
  const underWay = createSharedCache<Picture | null>({ lifetime: 0, most: 0, now })
  const sparing = createSparing(reader, now)
  return async (place: string, link: string): Promise<Picture | null> => {
    if (sparing.isSilent(place)) return null
    return underWay.read(place, () => sparing.ask(place, (asked) => readPicture(asked, link)))
  }
}

/** Collectibles of accounts, and their pictures. */
export type Collectibles = {
  /** @throws NftsUnavailableError */
  list(chain: Chain, account: Hex): Promise<Known>
  /** The picture of one that was told; null: there is none, or the id is not one that was given out. */
  picture(id: string): Promise<Picture | null>
}

/** Opens what reads collectibles. Nothing is asked before somebody asks. */
export function createCollectibles(service: ServiceContext): Collectibles {
  const { config, limits, chains, hashKeys, db } = service
  const { now } = config
  const readers = new Map<number, ChainReader>()
  const readerOf = (chain: Chain): ChainReader => {
    const reader = readers.get(chain.id) ?? createChainReader(chain, limits, now)
    readers.set(chain.id, reader)
    return reader
  }
  const allowsLoopback = isLoopbackName(new URL(config.apiOrigin).hostname)
  const gates = {
    words: createGate({ atOnce: 16, waiting: 512, patience: PATIENCE }),
    pictures: createGate({ atOnce: 16, waiting: 256, patience: PATIENCE }),
  }
  const links = (kind: keyof typeof gates): LinkReader => ({
    gateway: config.ipfsGateway === undefined ? DEFAULT_GATEWAY : config.ipfsGateway,
    options: { allowsLoopback, signal: service.lifecycle.stopping, gate: gates[kind] },
  })
  const lists = createSharedCache<Known>({ lifetime: limits.balancesKept, most: 5_000, now })
  const describeHeld = createDescriber(links('words'), now)
  const pictureOf = createPictureReader(links('pictures'), now)

  async function tell(chain: Chain, { contract, tokenId, standard, amount, uri, collection }: Held) {
    const place = `${chain.id}.${contract}.${tokenId}`
    // One that is slow or silent is told without words; they may be there the next time.
    const { name, description, image } = await withDeadline({ ms: PATIENCE }, () =>
      describeHeld(place, async () => uri),
    ).catch(() => NOTHING)
    const ofCollection = plain(collection)
    return {
      ...{ chainId: caip2Of(chain), contract, tokenId, standard, amount },
      name: name ?? numbered(tokenId),
      ...(ofCollection === null ? {} : { collection: ofCollection }),
      ...(description === null ? {} : { description }),
      ...(image === null ? {} : { image: pictureAddress(hashKeys, place) }),
    }
  }

  return {
    list: (chain, account) =>
      lists
        .read(`${chain.id}:${account}`, async () => {
          const { held, hasMore } = await readHeld(db, readerOf(chain), { chain, account })
          return { nfts: await Promise.all(held.map((one) => tell(chain, one))), hasMore }
        })
        .catch((cause: unknown) => {
          throw new NftsUnavailableError({ cause })
        }),
    async picture(id) {
      const [, place = '', chainId, contract, tokenId, mac = ''] =
        /^((\d{1,16})\.(0x[0-9a-f]{40})\.(\d{1,78}))\.([\w-]{22})$/.exec(id) ?? []
      // Of what was told alone: nobody makes the service fetch what a contract of his own names.
      if (!contract || !tokenId || !equalsInConstantTime(mac, pictureMac(hashKeys, place))) return null
      const chain = [...chains.values()].find((one) => one.id === Number(chainId))
      if (!chain) return null
      const known = await describeHeld(place, () => readUri(readerOf(chain), contract as Hex, tokenId))
      return known.image === null ? null : pictureOf(place, known.image)
    },
  }
}
