import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import * as z from 'zod'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { randomId, sha256 } from '../crypto/bytes.ts'
import type { Logger } from '../observability/createLogger.ts'
import { type Asset, type BuiltFiles, contentTypeOf, createBuiltFiles } from './builtFiles.ts'

const DAY = 86_400_000
/** How long the files of a build are kept after its last process has said that it runs. */
const KEPT = 30 * DAY
/** How often a process says so. */
const RENEWED = DAY
/** Whatever their age, of an app no more builds are kept. */
const MOST_BUILDS = 50
/** Of an app's, those that were asked for last. */
const MOST_IN_MEMORY = 100
const MOST_MANIFEST_BYTES = 1_048_576

/** A file with the hash of what is in it in its name, as the build names them: no folder, no document, no source map. */
const HASHED_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,150}-[A-Za-z0-9_-]{8}\.(?:js|css|svg|png|webp|woff2|wasm)$/
const COMPRESSED = [
  { encoding: 'br', ending: '.br', expand: promisify(brotliDecompress) },
  { encoding: 'gzip', ending: '.gz', expand: promisify(gunzip) },
] as const
/** Of what file a kept file is a form. */
const plainName = (name: string) => name.replace(/\.(?:br|gz)$/, '')

const PART_NAME = /^\.[A-Za-z0-9_-]{22}\.part$/
const MANIFEST_NAME = /^([A-Za-z0-9_-]{43})\.json$/
/** Of one build: SHA-256 of each of its files by name. The manifest's own name is its SHA-256, its time when the build last ran. */
const manifestSchema = z.object({
  files: z.record(z.string().regex(HASHED_NAME), z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
})
type Manifest = ReadonlyMap<string, string>

/** The hashed files of one app's builds that ran of late, in a folder that processes share (decision 0074). */
export type EarlierFiles = {
  /**
   * Keeps those of this process's own build, says that it runs, and deletes what no build has used for long. Once a day
   * again; in between it does nothing.
   */
  keep(): Promise<void>
  /** One that a build had, with the bytes that it had there; undefined when there is none, or any doubt. */
  asset(name: string): Promise<Asset | undefined>
}

type Options = {
  /** The folder that processes share. */
  root: string
  /** What is kept of an app is served as that app's alone. */
  app: 'wallet' | 'keys'
  /** The app as it is built for this process. */
  dist: string
  now(): number
  /** Told of files of the own build that are kept with other bytes: those are left as they are, and nobody is served them. */
  onRefused(names: readonly string[]): void
}

/** The bytes of a file; undefined when there is none, or anything on the way to it leads elsewhere. */
async function readPlain(folder: string, name: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const path = join(folder, name)
  try {
    return (await realpath(path)) === path ? await readFile(path) : undefined
  } catch {
    return undefined
  }
}

/** Writes a file so that nobody finds half of it. */
async function writeWhole(folder: string, name: string, bytes: string | Uint8Array): Promise<void> {
  const part = join(folder, `.${randomId()}.part`)
  try {
    const file = await open(part, 'wx', 0o600)
    await file.writeFile(bytes).finally(() => file.close())
    await rename(part, join(folder, name))
  } finally {
    await rm(part, { force: true })
  }
}

/** The manifest of a build, and its text. */
async function describeBuild(assets: string): Promise<{ manifest: Manifest; text: string }> {
  const entries = await readdir(assets, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && HASHED_NAME.test(entry.name))
  const names = files.map(({ name }) => name)
  const manifest = new Map<string, string>()
  for (const name of names.sort()) manifest.set(name, sha256(await readFile(join(assets, name))))
  return { manifest, text: JSON.stringify({ files: Object.fromEntries(manifest) }) }
}

async function readManifest(folder: string, file: string): Promise<Manifest | undefined> {
  const [, id] = MANIFEST_NAME.exec(file) ?? []
  if (id === undefined || (await stat(join(folder, file))).size > MOST_MANIFEST_BYTES) return undefined
  const text = await readPlain(folder, file)
  if (!text || sha256(text) !== id) return undefined
  const { files } = manifestSchema.parse(JSON.parse(text.toString('utf8')))
  return new Map(Object.entries(files))
}

/** Lists the manifests that are in a folder now. */
function createManifestReader(): (folder: string) => Promise<{ manifests: Manifest[]; unread: number }> {
  let known = new Map<string, Manifest>()
  return async (folder) => {
    const found = new Map<string, Manifest>()
    const files = (await readdir(folder)).filter((file) => MANIFEST_NAME.test(file))
    for (const file of files) {
      const manifest = known.get(file) ?? (await readManifest(folder, file).catch(() => undefined))
      if (manifest) found.set(file, manifest)
    }
    known = found
    return { manifests: [...found.values()], unread: files.length - found.size }
  }
}

type Places = { files: string; builds: string }

/** Makes the folders of an app. What is in them is reached by no link, wherever the operator has put the root. */
async function makePlaces(root: string, app: string): Promise<Places> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const folder = join(await realpath(root), app)
  const places = { files: join(folder, 'files'), builds: join(folder, 'builds') }
  for (const place of [folder, ...Object.values(places)]) {
    await mkdir(place, { recursive: true, mode: 0o700 })
    if ((await realpath(place)) !== place) throw new Error(`${place} leads elsewhere.`)
  }
  return places
}

/** When a file was last written or said to be in use; undefined when it is gone. */
const usedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

/** What a process left that ended while it wrote. */
async function deleteParts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART_NAME.test(name)) continue
    const path = join(folder, name)
    if (now - ((await usedAt(path)) ?? now) > DAY) await rm(path, { force: true })
  }
}

/** Deletes manifests that are too old or too many, newest kept, and then the files that are in none of the others. */
async function deleteUnused(
  { files, builds }: Places,
  list: ReturnType<typeof createManifestReader>,
  now: number,
): Promise<void> {
  for (const folder of [files, builds]) await deleteParts(folder, now)
  // Before the manifests: whoever puts a file here has put its manifest first.
  const names = (await readdir(files)).filter((name) => HASHED_NAME.test(plainName(name)))
  const dated: { path: string; used: number }[] = []
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    if (MANIFEST_NAME.test(name)) dated.push({ path, used: (await usedAt(path)) ?? now })
  }
  dated.sort((a, b) => b.used - a.used)
  const old = dated.filter(({ used }, index) => now - used > KEPT || index >= MOST_BUILDS)
  for (const { path } of old) await rm(path, { force: true })
  const { manifests, unread } = await list(builds)
  // Nobody knows which files that build has, which may be of a later version.
  if (unread > 0) return
  for (const name of names)
    if (!manifests.some((manifest) => manifest.has(plainName(name))))
      await rm(join(files, name), { force: true })
}

/** A kept file, and those of its compressed forms that hold the same. */
async function readAsset(files: string, name: string, hash: string): Promise<Asset | undefined> {
  const plain = await readPlain(files, name)
  if (!plain || sha256(plain) !== hash) return undefined
  const bodies: Asset['bodies'] = []
  for (const { encoding, ending, expand } of COMPRESSED) {
    const bytes = await readPlain(files, name + ending)
    if (!bytes) continue
    const expanded: Buffer | undefined = await expand(bytes, { maxOutputLength: plain.length + 1 }).catch(
      () => undefined,
    )
    if (expanded?.equals(plain)) bodies.push({ encoding, bytes: new Uint8Array(bytes) })
  }
  return {
    contentType: contentTypeOf(name),
    bodies: [...bodies, { encoding: null, bytes: new Uint8Array(plain) }],
  }
}

/** Keeps and serves the hashed files of one app's builds. Nothing is read or written before it is asked. */
export function createEarlierFiles({ root, app, dist, now, onRefused }: Options): EarlierFiles {
  const assets = join(dist, 'assets')
  const list = createManifestReader()
  const read = new Map<string, Asset>()
  let places: Places | null = null
  let own: { manifest: Manifest; text: string } | null = null
  let renewed = Number.NEGATIVE_INFINITY

  /** Whether the file is kept with the bytes of the own build. */
  async function keepFile(files: string, name: string, hash: string): Promise<boolean> {
    if ((await usedAt(join(files, name))) !== undefined) {
      const kept = await readPlain(files, name)
      return kept !== undefined && sha256(kept) === hash
    }
    const bytes = await readFile(join(assets, name)).catch(() => undefined)
    // Somebody builds into the folder of a running process: its next start keeps that build.
    if (!bytes || sha256(bytes) !== hash) return true
    for (const { ending } of COMPRESSED) {
      const compressed = await readFile(join(assets, name + ending)).catch(() => undefined)
      if (compressed) await writeWhole(files, name + ending, compressed)
    }
    await writeWhole(files, name, bytes)
    return true
  }

  return {
    async keep() {
      if (now() - renewed < RENEWED) return
      places = await makePlaces(root, app)
      own ??= await describeBuild(assets)
      const name = `${sha256(own.text)}.json`
      await writeWhole(places.builds, name, own.text)
      const seconds = now() / 1_000
      await utimes(join(places.builds, name), seconds, seconds)
      const refused: string[] = []
      for (const [file, hash] of own.manifest)
        if (!(await keepFile(places.files, file, hash))) refused.push(file)
      if (refused.length) onRefused(refused)
      await deleteUnused(places, list, now())
      renewed = now()
    },
    async asset(name) {
      if (!places || !HASHED_NAME.test(name)) return undefined
      const { files, builds } = places
      const { manifests } = await list(builds)
      const [hash, other] = new Set(manifests.flatMap((manifest) => manifest.get(name) ?? []))
      if (hash === undefined || other !== undefined) return undefined
      const asset = read.get(hash) ?? (await readAsset(files, name, hash))
      read.delete(hash)
      if (asset) read.set(hash, asset)
      const [oldest] = read.keys()
      if (read.size > MOST_IN_MEMORY && oldest !== undefined) read.delete(oldest)
      return asset
    },
  }
}

/** The built apps of this process. */
export type BuiltApps = {
  wallet: BuiltFiles
  keys: BuiltFiles
  /** See `EarlierFiles`; nothing where the operator has named no folder. */
  keep(): Promise<void>
}

/** Opens the built apps: what the own build of one lacks is served from the folder of earlier ones, if there is any. */
export function createBuiltApps(
  { frameDist, keysDist, earlierFilesDir: root, now }: ServiceConfig,
  logger: Logger,
): BuiltApps {
  const [wallet, keys] = [createBuiltFiles(frameDist), createBuiltFiles(keysDist)]
  if (root === undefined) return { wallet, keys, keep: async () => undefined }
  const earlierOf = (app: 'wallet' | 'keys', dist: string) =>
    createEarlierFiles({
      ...{ root, app, dist, now },
      onRefused: (files) =>
        logger.error({ app, files }, 'files of this build are kept with other bytes, and left as they are'),
    })
  const earlier = { wallet: earlierOf('wallet', frameDist), keys: earlierOf('keys', keysDist) }
  const withEarlier = (files: BuiltFiles, { asset }: EarlierFiles): BuiltFiles => ({
    ...files,
    asset: async (name) => (await files.asset(name)) ?? (await asset(name).catch(() => undefined)),
  })
  return {
    wallet: withEarlier(wallet, earlier.wallet),
    keys: withEarlier(keys, earlier.keys),
    async keep() {
      await Promise.all([earlier.wallet.keep(), earlier.keys.keep()])
    },
  }
}
