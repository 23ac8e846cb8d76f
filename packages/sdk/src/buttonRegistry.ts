import type { Config } from '@latchkey/core'

export type ButtonBinding = {
  config: Config
  preload: () => void
  /** Reads the balance into the store. */
  readBalance: () => void
}
type Listener = (binding: ButtonBinding | undefined) => void

/** Where buttons and configs of one document find each other, whichever comes first. */
const REGISTRY = Symbol.for('latchkey.buttons')
type Registry = { bindings: ButtonBinding[]; listeners: Set<Listener> }

/** Kept on the document, not in this module: two copies of the package on one page share it. */
function registryOf(document: Document): Registry {
  const holder = document as Document & { [REGISTRY]?: Registry }
  holder[REGISTRY] ??= { bindings: [], listeners: new Set() }
  return holder[REGISTRY]
}

/** Gives the page's buttons their config. Returns how to take it away. */
export function bindButtons(config: Config, preload: () => void, readBalance: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined
  const registry = registryOf(document)
  const binding = { config, preload, readBalance }
  registry.bindings.push(binding)
  const tell = () => {
    for (const listener of registry.listeners) listener(registry.bindings[0])
  }
  tell()
  return () => {
    registry.bindings = registry.bindings.filter((other) => other !== binding)
    tell()
  }
}

/** Follows the config that the page's buttons belong to. */
export function onBinding(listener: Listener): () => void {
  const registry = registryOf(document)
  registry.listeners.add(listener)
  listener(registry.bindings[0])
  return () => registry.listeners.delete(listener)
}
