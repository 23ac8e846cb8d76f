import { dirname } from 'node:path'

/**
 * Text that is put into a file of the tree: below the only line that has `after` in it, in place of `instead`, which only one
 * line has in it, or at the end of the file.
 */
export type Addition = { file: string; after?: string; instead?: string; text: string }

/** One page of docs/recipes as data: what a developer writes, and a test that shows that it works. */
export type Recipe = {
  name: string
  /** Under docs/recipes. */
  page: string
  /** The most that it may take. */
  limit: { files: number; lines: number }
  /** New files by their path in the tree. */
  files?: Readonly<Record<string, string>>
  /** Code that is added to files of the tree; each of these files counts as one. */
  additions?: readonly Addition[]
  /** Lines of registries and lists; each counts. */
  lines?: readonly Addition[]
  /** Which projects of `tsc -b` it touches. */
  projects: readonly string[]
  /** Other parts do not compile until they have words for it: no recipe that touches those can be tried beside it. */
  isApart?: true
  /** New tests by their path in the tree, which show that it works. What is written for tests is not counted. */
  tests: Readonly<Record<string, string>>
  /** Tests of the tree that look at it as well. */
  runs?: readonly string[]
  /** What tests of the tree need, because they go through a list. */
  testAdditions?: readonly Addition[]
}

export type Effort = { files: number; lines: number }

/** What a recipe takes: files that are written or get code added, a new package as one, and lines in lists. */
export function effortOf({ files = {}, additions = [], lines = [] }: Recipe): Effort {
  const paths = [...Object.keys(files), ...additions.map(({ file }) => file)]
  const packages = paths.filter((path) => path.endsWith('/package.json')).map(dirname)
  const touched = new Set(
    paths.map((path) => packages.find((folder) => path.startsWith(`${folder}/`)) ?? path),
  )
  const count = (text: string) => text.trim().split('\n').length
  return { files: touched.size, lines: lines.reduce((sum, { text }) => sum + count(text), 0) }
}

/** Every change of a file of the tree. */
export const additionsOf = ({ additions = [], lines = [], testAdditions = [] }: Recipe): Addition[] => [
  ...additions,
  ...lines,
  ...testAdditions,
]

/**
 * Puts a text where it belongs.
 *
 * @throws when no line or more than one has the mark in it: the recipe is no longer true
 */
export function insert(source: string, { file, after, instead, text }: Addition): string {
  const mark = after ?? instead
  if (mark === undefined) return source + text
  const lines = source.split('\n')
  const places = lines.flatMap((line, index) => (line.includes(mark) ? [index] : []))
  const [place] = places
  if (place === undefined || places.length > 1)
    throw new Error(`${file}: ${places.length} lines have “${mark}”. A recipe needs exactly one.`)
  const line = lines[place] ?? ''
  return (
    instead
      ? lines.with(
          place,
          line.replace(instead, () => text),
        )
      : lines.toSpliced(place + 1, 0, text)
  ).join('\n')
}

/**
 * What is wrong with a recipe before it is tried: it takes more than it may, its page is silent about a file, a file is
 * there already or a place is not.
 *
 * @param read answers the text of a file of the tree; undefined when there is none
 */
export function problemsOf(recipe: Recipe, read: (path: string) => string | undefined): string[] {
  const { name, page, limit, files = {}, testAdditions = [], tests } = recipe
  const { files: fileCount, lines: lineCount } = effortOf(recipe)
  const problems: string[] = []
  if (fileCount > limit.files) problems.push(`${fileCount} files, and ${limit.files} are allowed`)
  if (lineCount > limit.lines) problems.push(`${lineCount} lines, and ${limit.lines} are allowed`)
  for (const path of [...Object.keys(files), ...Object.keys(tests)])
    if (read(path) !== undefined) problems.push(`${path} is there already`)
  const text = read(`docs/recipes/${page}`)
  if (text === undefined) problems.push(`docs/recipes/${page} is missing`)
  for (const addition of additionsOf(recipe)) {
    if (text && !testAdditions.includes(addition) && !text.includes(addition.file))
      problems.push(`${page} does not name ${addition.file}`)
    try {
      insert(read(addition.file) ?? '', addition)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return problems.map((problem) => `${name}: ${problem}`)
}
