import { startDeadline } from '@latchkey/std/deadline'
import * as z from 'zod'
import type { RawWallet, WalletSource } from './RawWallet.ts'

export const EXPLORER_URL = 'https://explorer-api.walletconnect.com'
const ENTRIES = 100
const MAX_PAGES = 50
const TIMEOUT = 20_000
const MAX_LIST = 16 * 1024 * 1024
const MAX_ICON = 2 * 1024 * 1024

const links = z.object({ native: z.unknown(), universal: z.unknown() }).partial().nullish()
const listing = z.object({
  id: z.unknown(),
  name: z.unknown(),
  homepage: z.unknown().optional(),
  image_id: z.unknown().optional(),
  chains: z.array(z.unknown()).nullish(),
  rdns: z.unknown().optional(),
  badge_type: z.unknown().optional(),
  app: z.object({ browser: z.unknown() }).partial().nullish(),
  mobile: links,
  desktop: links,
})
/** `GET /v3/wallets`: listings by id. */
const page = z.object({ listings: z.record(z.string(), listing), total: z.int().min(0).optional() })

export type ExplorerOptions = {
  projectId: string
  /** Another address, for tests. */
  url?: string
  signal?: AbortSignal
  /** Milliseconds a request may take. */
  timeout?: number
}

/** Reads at most `limit` bytes; the project id is in the address, so no message repeats it. */
async function read(options: ExplorerOptions, path: string, query: Record<string, string>, limit: number) {
  const { url = EXPLORER_URL, projectId, signal, timeout = TIMEOUT } = options
  const address = new URL(`${url}${path}`)
  address.search = new URLSearchParams({ projectId, ...query }).toString()
  const late = startDeadline(timeout, signal)
  let answer: Response
  const chunks: Uint8Array[] = []
  try {
    answer = await fetch(address, {
      redirect: 'error',
      signal: late.signal,
    })
    let length = 0
    for await (const chunk of answer.body ?? []) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
    if (length > limit) throw new RangeError('too large')
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(
      `The explorer gave no usable answer at ${path}: ${error instanceof Error ? error.name : 'failed'}.`,
    )
  } finally {
    late.clear()
  }
  if (!answer.ok) throw new Error(`The explorer answered ${answer.status} at ${path}.`)
  return new Uint8Array(Buffer.concat(chunks))
}

async function readPage(options: ExplorerOptions, number: number) {
  const query = { entries: `${ENTRIES}`, page: `${number}` }
  const bytes = await read(options, '/v3/wallets', query, MAX_LIST)
  try {
    return page.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    throw new Error('The explorer answered in a form that is not known.')
  }
}

function rawWallet(found: z.output<typeof listing>): RawWallet {
  const { id, name, rdns, homepage, app, mobile, desktop, chains, badge_type, image_id } = found
  return {
    id,
    name,
    rdns,
    homepage,
    webapp: app?.browser,
    mobile: [mobile?.native, mobile?.universal],
    desktop: [desktop?.native, desktop?.universal],
    chains: chains ?? [],
    badge: badge_type,
    imageId: image_id,
  }
}

/**
 * Reads all pages of the WalletConnect explorer with an operator's project id.
 *
 * @throws Error when it refuses, takes longer than 20 s for a request or answers in another form
 */
export async function explorerSource(options: ExplorerOptions): Promise<WalletSource> {
  const wallets: RawWallet[] = []
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const found = Object.values((await readPage(options, number)).listings)
    wallets.push(...found.map(rawWallet))
    if (found.length < ENTRIES) break
  }
  if (!wallets.length) throw new Error('The explorer listed no wallets.')
  return {
    label: 'WalletConnect explorer',
    wallets,
    async icon({ imageId }) {
      if (typeof imageId !== 'string' || !/^[A-Za-z0-9-]{1,64}$/.test(imageId)) return undefined
      // One icon that is not there must not lose the list.
      return read(options, `/v3/logo/md/${imageId}`, {}, MAX_ICON).catch(() => {
        options.signal?.throwIfAborted()
        return undefined
      })
    },
  }
}
