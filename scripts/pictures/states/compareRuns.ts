import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What two runs have in common and what not, by the names of pictures. */
export type Differences = { changed: string[]; added: string[]; gone: string[] }

/** Pictures of a run, by their path from its folder. */
export function picturesIn(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
}

/**
 * Compares the pictures of two runs, byte by byte: the same browser draws and writes the same picture alike. What the newer
 * run was not asked for is not gone.
 *
 * @param isAsked whether the newer run would have made a picture
 */
export function compareRuns(
  before: string,
  after: string,
  isAsked: (name: string) => boolean = () => true,
): Differences {
  const old = new Set(picturesIn(before))
  const now = picturesIn(after)
  const isChanged = (name: string) =>
    !readFileSync(join(before, name)).equals(readFileSync(join(after, name)))
  return {
    changed: now.filter((name) => old.has(name) && isChanged(name)),
    added: now.filter((name) => !old.has(name)),
    gone: [...old].filter((name) => !now.includes(name) && isAsked(name)),
  }
}
