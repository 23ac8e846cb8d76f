import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONSUMERS = fileURLToPath(new URL('./consumers/', import.meta.url))

/** The parts of a consumer's package.json that tell how it is tried. */
type Manifest = {
  scripts?: { types?: string; build?: string; start?: string }
  outside: {
    /** Its place in the table. */
    order: number
    /** Folder of static files that is opened in a browser; with the script `start` the page is a server's instead. */
    serve?: string
    /** Where the file that all pages share is put. */
    shared?: string
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

/** Copies a consumer to where nothing of the workspace can be resolved, with the tarball among its dependencies. */
export function placeConsumer(
  { name, directory, manifest }: Consumer,
  folder: string,
  tarball: string,
): string {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  cpSync(directory, place, { recursive: true })
  const { shared } = manifest.outside
  if (shared) cpSync(join(CONSUMERS, 'shared', 'wallet.ts'), join(place, shared, 'wallet.ts'))
  cpSync(tarball, join(place, basename(tarball)))
  const dependencies = { ...manifest.dependencies, latchkey: `file:${basename(tarball)}` }
  const written = { name: `outside-${name}`, version: '0.0.0', ...manifest, dependencies }
  writeFileSync(join(place, 'package.json'), JSON.stringify(written, null, 2))
  return place
}
