import { pathToFileURL } from 'node:url'

/**
 * Lets this process import TypeScript, also later on. Works only once the dependencies are installed; call it once.
 *
 * @returns {Promise<(file: string) => Promise<any>>} imports a module by its absolute path
 */
export async function typeScriptLoader() {
  const { register } = await import('tsx/esm/api')
  register()
  return (file) => import(pathToFileURL(file).href)
}
