import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutsideWallet, withOrigins } from './OutsideWallet.ts'

const CONSUMERS = fileURLToPath(new URL('./consumers/', import.meta.url))

/** The parts of a consumer's package.json that tell how it is tried. */
type Manifest = {
  scripts?: { types?: string; build?: string; start?: string }
  outside: {
    /** Its place in the table. */
    order: number
    /** Folder of static files that is opened in a browser; with the script `start` the page is a server's instead. */
    serve?: string
    /** Where its dialog is, as a CSS selector; default: Latchkey's modal. */
    dialogIn?: string
    /** For a kit whose own modal lists Latchkey: queries of its page, one for each way by which the kit hears of it. */
    kit?: string[]
    /** What its policy allows besides, by directive. The origins among them answer with nothing. */
    allows?: Record<string, string[]>
    /** Texts of entries that it does not import: none may be in what it serves. */
    without?: string[]
    /** Files of `consumers/shared` by where they are put. */
    files?: Record<string, string>
    /** Another consumer, whose files are there too unless this one has its own. */
    like?: string
  }
  dependencies: Record<string, string>
}

export type Consumer = { name: string; directory: string; manifest: Manifest }

/** Every folder of `consumers` that has a package.json, in the order of the table. */
export function listConsumers(): Consumer[] {
  return readdirSync(CONSUMERS)
    .map((name) => ({ name, directory: join(CONSUMERS, name) }))
    .filter(({ directory }) => existsSync(join(directory, 'package.json')))
    .map((one) => ({
      ...one,
      manifest: JSON.parse(readFileSync(join(one.directory, 'package.json'), 'utf8')),
    }))
    .sort((left, right) => left.manifest.outside.order - right.manifest.outside.order)
}

/**
 * Copies a consumer to where nothing of the workspace can be resolved, with the tarball among its dependencies.
 *
 * @param wallet which its files are to name
 */
export function placeConsumer(
  { name, directory, manifest }: Consumer,
  folder: string,
  tarball: string,
  wallet: OutsideWallet,
): string {
  const { like, files = {} } = manifest.outside
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  for (const source of like ? [join(CONSUMERS, like), directory] : [directory])
    cpSync(source, place, { recursive: true })
  for (const [target, file] of Object.entries(files))
    cpSync(join(CONSUMERS, 'shared', file), join(place, target))
  for (const file of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    const path = join(place, file)
    if (statSync(path).isFile()) writeFileSync(path, withOrigins(readFileSync(path, 'utf8'), wallet))
  }
  cpSync(tarball, join(place, basename(tarball)))
  const dependencies = { ...manifest.dependencies, latchkey: `file:${basename(tarball)}` }
  const written = { name: `outside-${name}`, version: '0.0.0', ...manifest, dependencies }
  writeFileSync(join(place, 'package.json'), JSON.stringify(written, null, 2))
  return place
}
