import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
/** Formats that are compressed already. */
const DENSE = new Set(['.png', '.webp', '.woff2'])
/** A plain name: no folder, no leading dot. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/
/** What the build has compressed is handed out under the name of the file itself. */
const COMPRESSED_NAME = /\.(?:br|gz)$/
const PLACEHOLDER = '__LATCHKEY_CONFIG__'
/** The address of the keys app, in the document that embeds it. */
const KEYS_PLACEHOLDER = '__LATCHKEY_KEYS__'

export const contentTypeOf = (name: string): string =>
  CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'

export type Asset = {
  contentType: string
  bodies: { encoding: 'br' | 'gzip' | null; bytes: Uint8Array<ArrayBuffer> }[]
}

/** What every document is told, whatever else it is. */
export type DocumentConfig = { projectId: string; keysOrigin: string }

/** One built app on the disk, read once a version of each file. */
export type BuiltFiles = {
  /**
   * A built page with the configuration in place. Rejects when there is no such page.
   *
   * @param name such as `index.html`
   */
  document(name: string, config: DocumentConfig): Promise<string>
  /** A file of `assets/` with its compressed forms, which the build has made; undefined when there is none. */
  asset(name: string): Promise<Asset | undefined>
}

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const own = (bytes: Uint8Array) => new Uint8Array(bytes)

/** As the build has compressed it; where it has not, it is compressed now. */
async function compressed(path: string, plain: Buffer): Promise<[br: Uint8Array, gz: Uint8Array]> {
  try {
    return await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)])
  } catch {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    return Promise.all([compressBrotli(plain, { params }), compressGzip(plain, { level: 9 })])
  }
}

async function readAsset(path: string): Promise<Asset> {
  const plain = await readFile(path)
  const contentType = contentTypeOf(path)
  const identity = { encoding: null, bytes: own(plain) }
  if (DENSE.has(extname(path)) || plain.length < 1_024) return { contentType, bodies: [identity] }
  const [br, gz] = await compressed(path, plain)
  return {
    contentType,
    bodies: [{ encoding: 'br', bytes: own(br) }, { encoding: 'gzip', bytes: own(gz) }, identity],
  }
}

/** Keeps what `read` gave for a file until the file's time changes. */
function createFileCache<T>(read: (path: string) => Promise<T>) {
  const entries = new Map<string, { changed: number; value: Promise<T> }>()
  return async (path: string): Promise<T> => {
    const changed = (await stat(path)).mtimeMs
    const entry = entries.get(path)
    if (entry?.changed === changed) return entry.value
    const value = read(path)
    entries.set(path, { changed, value })
    // A failed read must not be remembered.
    value.catch(() => entries.delete(path))
    return value
  }
}

/**
 * Serves one built app.
 *
 * @param folder its `dist`
 */
export function createBuiltFiles(folder: string): BuiltFiles {
  const html = createFileCache((path) => readFile(path, 'utf8'))
  const assets = createFileCache(readAsset)
  return {
    async document(name, config) {
      const template = await html(join(folder, name))
      if (!template.includes(PLACEHOLDER))
        throw new Error('The built document has no place for its configuration.')
      const { projectId, keysOrigin } = config
      const keys = `${keysOrigin}/keys?${new URLSearchParams({ projectId })}`
      return template
        .replace(KEYS_PLACEHOLDER, () => escapeAttribute(keys))
        .replace(PLACEHOLDER, () => escapeAttribute(JSON.stringify(config)))
    },
    async asset(name) {
      if (!ASSET_NAME.test(name) || COMPRESSED_NAME.test(name)) return undefined
      try {
        return await assets(join(folder, 'assets', name))
      } catch {
        return undefined
      }
    },
  }
}
