import { afterAll, beforeEach, expect } from 'vitest'
import { cleanup } from 'vitest-browser-react'

/** What a library leaves for good when it is first imported: registries for all its copies, Svelte's runes. */
const isLibraryState = (name: string) =>
  /^(?:__|\$)|^(?:axe|devtoolsFormatters|IS_REACT_ACT_ENVIRONMENT)$/.test(name)

/** Elements, attributes of the root, address and globals of the page as they are now, by name. */
function readPage() {
  const { documentElement: root, head, body } = document
  const elements = new Set([...head.children, ...body.children])
  const names = [
    ...[...root.attributes]
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => `<html ${name}="${value}">`),
    ...Object.getOwnPropertyNames(globalThis).filter((name) => !isLibraryState(name)),
    `location ${location.href}`,
    `${document.adoptedStyleSheets.length} style sheets`,
  ]
  return { elements, names: new Set(names) }
}

/** Vitest's set-up of each file that shares its page: what the file changed there and left so fails it. */
const before = readPage()
// The library does so by itself for the first file alone that imports it.
beforeEach(() => cleanup())
afterAll(async () => {
  await cleanup()
  localStorage.clear()
  sessionStorage.clear()
  const after = readPage()
  const left = [...after.elements].filter((element) => !before.elements.has(element))
  // One file fails by it, not all that come after.
  for (const element of left) element.remove()
  expect([
    ...left.map(({ outerHTML }) => outerHTML),
    ...[...after.names].filter((name) => !before.names.has(name)),
  ]).toEqual([])
})
