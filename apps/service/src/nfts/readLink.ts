import { type GuardedOptions, guardedGetBytes } from '../upstreams/guardedRequest.ts'

/** Bytes of what says what a collectible is, and of its picture. */
const MOST_TEXT = 262_144
const MOST_PICTURE = 4_194_304

/** Where links lead, and how they are asked. */
export type LinkReader = { gateway: string | null; options: GuardedOptions }

/**
 * The address that a link of a collectible stands for: `https:` as it is, `ipfs:` behind the operator's gateway.
 *
 * @returns null for every other one
 * @example
 * addressOf('ipfs://bafy…/1.json', 'https://ipfs.io/ipfs/') // 'https://ipfs.io/ipfs/bafy…/1.json'
 */
export function addressOf(link: string, gateway: string | null): string | null {
  const path = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,128}(?:\/[^?#\s]{0,512})?)$/.exec(link)?.[1]
  if (path !== undefined) return gateway === null || /\.\.|%2e/i.test(path) ? null : `${gateway}${path}`
  return /^https?:\/\/\S{1,2000}$/.test(link) && URL.canParse(link) ? link : null
}

/** What a `data:` address holds (RFC 2397); null: it is none, or too long. */
function readData(link: string, most: number): Buffer | null {
  const [, isBase64, text] = /^data:[\w.+/-]*(?:;[\w=-]+?)*?(;base64)?,([\s\S]*)$/i.exec(link) ?? []
  if (text === undefined || text.length > most * 2) return null
  if (isBase64) return Buffer.from(text, 'base64').subarray(0, most + 1)
  try {
    return Buffer.from(decodeURIComponent(text))
  } catch {
    return Buffer.from(text)
  }
}

async function readBytes(
  { gateway, options }: LinkReader,
  link: string,
  accept: string,
  mostBytes: number,
): Promise<Buffer | null> {
  if (link.startsWith('data:')) {
    const bytes = readData(link, mostBytes)
    return bytes && bytes.length <= mostBytes ? bytes : null
  }
  const address = addressOf(link, gateway)
  return address === null ? null : guardedGetBytes(address, { ...options, accept, mostBytes })
}

/** Follows a link to JSON. Null: there is none. @throws what the network throws */
export async function readJson(reader: LinkReader, link: string): Promise<unknown> {
  const bytes = await readBytes(reader, link, 'application/json', MOST_TEXT)
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

export type Picture = {
  bytes: Buffer
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
}

/** Which picture bytes are, by themselves: what somebody calls them counts for nothing. Drawings (SVG) can hold scripts, and are none. */
export function pictureType(bytes: Buffer): Picture['type'] | null {
  const text = bytes.subarray(0, 16).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp'
  return /^[\s\S]{4}ftypavi[fs]/.test(text) ? 'image/avif' : null
}

/** Follows a link to a picture. Null: there is none that may be shown. @throws what the network throws */
export async function readPicture(reader: LinkReader, link: string): Promise<Picture | null> {
  const bytes = await readBytes(reader, link, 'image/webp,image/png,image/jpeg,image/gif', MOST_PICTURE)
  const type = bytes && pictureType(bytes)
  return type ? { bytes, type } : null
}
