import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '../install/run.mjs'
import { additionsOf, type Effort, effortOf, insert, problemsOf, type Recipe } from './Recipe.ts'

/** A copy of the tree in which recipes are tried one after the other. */
export type Copy = { folder: string; remove(): void }

async function must(folder: string, what: string, [name, ...args]: string[], signal?: AbortSignal) {
  const script = join(folder, 'node_modules', name as string)
  const { code, output } = await run(process.execPath, [script, ...args], {
    cwd: folder,
    quiet: true,
    ...(signal && { signal }),
  })
  if (code !== 0) throw new Error(`${what} failed.\n${output.trim()}`)
}

const linkAll = (from: string, to: string, names: readonly string[]) => {
  mkdirSync(to, { recursive: true })
  for (const name of names) symlinkSync(join(from, name), join(to, name))
}

/**
 * Copies what git knows or would take of the tree. Installed packages are linked; those of the workspace lead to the copy.
 *
 * @param root the tree
 */
export async function copyTree(root: string, signal?: AbortSignal): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-recipes-'))
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, output } = await run('git', args, { cwd: root, quiet: true, ...(signal && { signal }) })
  if (code !== 0) throw new Error(`git ls-files failed.\n${output}`)
  for (const path of output.split('\0').filter(Boolean))
    cpSync(join(root, path), join(folder, path), { recursive: true, force: true })
  const installed = join(root, 'node_modules')
  const own = '@latchkey'
  const others = readdirSync(installed).filter((name) => name !== own && name !== '.vite')
  linkAll(installed, join(folder, 'node_modules'), others)
  mkdirSync(join(folder, 'node_modules', own))
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, group))) {
      symlinkSync(join('..', '..', group, name), join(folder, 'node_modules', own, name))
      const nested = join(root, group, name, 'node_modules')
      try {
        linkAll(nested, join(folder, group, name, 'node_modules'), readdirSync(nested))
      } catch {
        // Few packages have any of their own.
      }
    }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Writes what the recipe says, and answers how to take it back. */
function follow(recipe: Recipe, folder: string): () => void {
  const before = new Map<string, string>()
  const created = { ...recipe.files, ...recipe.tests }
  for (const [path, text] of Object.entries(created)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const addition of additionsOf(recipe)) {
    const path = join(folder, addition.file)
    const source = readFileSync(path, 'utf8')
    if (!before.has(path)) before.set(path, source)
    writeFileSync(path, insert(source, addition))
  }
  return () => {
    for (const path of Object.keys(created)) rmSync(join(folder, path))
    for (const [path, source] of before) writeFileSync(path, source)
  }
}

/**
 * Follows recipes on a copy of the tree, one beside the other: style, types, and the tests that show that they work.
 *
 * @throws when a recipe takes more than it may, or when a check or a test fails
 */
export async function tryRecipes(
  recipes: readonly Recipe[],
  { folder }: Copy,
  signal?: AbortSignal,
): Promise<void> {
  const read = (path: string) => {
    try {
      return readFileSync(join(folder, path), 'utf8')
    } catch {
      return undefined
    }
  }
  const problems = recipes.flatMap((recipe) => problemsOf(recipe, read))
  if (problems.length) throw new Error(problems.join('\n'))
  const all = (of: (recipe: Recipe) => readonly string[]) => [...new Set(recipes.flatMap(of))]
  const undo: (() => void)[] = []
  try {
    for (const recipe of recipes) undo.unshift(follow(recipe, folder))
    const touched = all((recipe) => [
      ...Object.keys(recipe.files ?? {}),
      ...additionsOf(recipe).map(({ file }) => file),
    ])
    await must(folder, 'biome check', ['@biomejs/biome/bin/biome', 'check', ...touched], signal)
    const projects = all((recipe) => recipe.projects)
    await must(folder, 'tsc -b', ['typescript/bin/tsc', '-b', '--checkers', '1', ...projects], signal)
    const tests = all(({ tests, runs = [] }) => [...Object.keys(tests), ...runs])
    await must(
      folder,
      'The test',
      ['vitest/vitest.mjs', 'run', '--config', 'vite.workspace.ts', ...tests],
      signal,
    )
  } finally {
    for (const takeBack of undo) takeBack()
  }
}

/** Follows one recipe, and answers what it took and how long the checks did (s). @throws as `tryRecipes` */
export async function tryRecipe(
  recipe: Recipe,
  copy: Copy,
  signal?: AbortSignal,
): Promise<Effort & { seconds: number }> {
  const began = performance.now()
  await tryRecipes([recipe], copy, signal)
  return { ...effortOf(recipe), seconds: (performance.now() - began) / 1_000 }
}
