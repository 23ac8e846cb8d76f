/**
 * `npm run recipes`: follows the pages of docs/recipes that add something on a copy of the tree, and prints what each took.
 * `npm run recipes -- <name> …` follows those alone.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(`  ${line}`)

async function tryRecipes(names) {
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { recipes } = await load(join(scripts, 'recipes', 'recipes.ts'))
  const { copyTree, tryRecipe } = await load(join(scripts, 'recipes', 'tryRecipe.ts'))
  const unknown = names.filter((name) => !recipes.some((recipe) => recipe.name === name))
  if (unknown.length)
    throw new Error(
      `No recipe is named ${unknown.join(', ')}. There are: ${recipes.map(({ name }) => name).join(', ')}`,
    )
  const copy = await copyTree(root, signal)
  let failures = 0
  try {
    console.log(`${'recipe'.padEnd(16)}${'files'.padStart(6)}${'lines'.padStart(6)}${'seconds'.padStart(9)}`)
    for (const recipe of recipes) {
      if (names.length && !names.includes(recipe.name)) continue
      try {
        const { files, lines, seconds } = await tryRecipe(recipe, copy, signal)
        const numbers = `${String(files).padStart(6)}${String(lines).padStart(6)}${seconds.toFixed(1).padStart(9)}`
        console.log(`${recipe.name.padEnd(16)}${numbers}`)
      } catch (error) {
        if (signal.aborted) throw error
        failures += 1
        console.error(`${recipe.name.padEnd(16)}failed\n${error.message}`)
      }
    }
  } finally {
    copy.remove()
  }
  if (failures) throw new Error(`${failures} recipes are not true.`)
}

try {
  await tryRecipes(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
