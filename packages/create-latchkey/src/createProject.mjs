import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Names of the templates; the first is the default. */
export const TEMPLATES = ['vite', 'next']

/** What stands in the templates in place of what the person says. */
export const PLACES = {
  name: 'latchkey-name',
  project: 'latchkey-project',
  walletOrigin: 'http://wallet.latchkey-place.localhost',
  apiOrigin: 'http://api.latchkey-place.localhost',
}

/** The stack that `npm start` runs in Latchkey's repository. */
export const DEFAULTS = {
  template: 'vite',
  project: 'demo',
  walletOrigin: 'http://wallet.localhost:8787',
  apiOrigin: 'http://api.localhost:8787',
}

/** A mistake of the person who called: told in one sentence, without a stack. */
export class UsageError extends Error {}

const OPTIONS = {
  '--template': 'template',
  '--project': 'project',
  '--wallet-origin': 'walletOrigin',
  '--api-origin': 'apiOrigin',
}
const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/
const PROJECT = /^[\w-]{1,64}$/
/** What no package may be called, and what Windows has as devices. */
const TAKEN = /^(?:node_modules|favicon\.ico|con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** An origin, written as browsers do; it is put into code, so nothing else may come of it. */
function originOf(option, text) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isPlain || !/^[\w.:/[\]-]+$/.test(url.origin))
    throw new UsageError(`${option} has to be an origin, such as https://wallet.example.net.`)
  return url.origin
}

/**
 * Reads the command line.
 *
 * @param {readonly string[]} args without node and the script
 * @throws UsageError for a name, an option or a value that cannot be taken
 */
export function readArguments(args) {
  const read = { ...DEFAULTS, name: '' }
  for (let at = 0; at < args.length; at++) {
    const [option = '', joined] = args[at].split(/=(.*)/s)
    if (!option.startsWith('-')) {
      if (read.name) throw new UsageError(`One folder at a time: ${read.name} was named already.`)
      read.name = args[at]
      continue
    }
    if (!Object.hasOwn(OPTIONS, option))
      throw new UsageError(
        `There is no option ${option.slice(0, 40)}. There are: ${Object.keys(OPTIONS).join(', ')}.`,
      )
    const value = joined ?? args[++at]
    if (!value || (joined === undefined && value.startsWith('-')))
      throw new UsageError(`${option} needs a value.`)
    read[OPTIONS[option]] = value
  }
  if (!NAME.test(read.name) || TAKEN.test(read.name) || read.name.includes('..') || read.name.endsWith('.'))
    throw new UsageError(
      'Name the folder with small letters, digits, dots and dashes: npm create latchkey@latest my-app',
    )
  if (!TEMPLATES.includes(read.template))
    throw new UsageError(`There is no such template. There are: ${TEMPLATES.join(', ')}.`)
  if (!PROJECT.test(read.project))
    throw new UsageError('--project has to be the id of a project: letters, digits, - and _.')
  return {
    ...read,
    walletOrigin: originOf('--wallet-origin', read.walletOrigin),
    apiOrigin: originOf('--api-origin', read.apiOrigin),
  }
}

/** Refuses a place that has something in it, or that a link leads away from. */
function requireFree(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder.`)
  if (readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Nothing was written; choose another name.`)
}

/** Every file of a folder, by its path in it. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Copies a template into a new folder of `directory`, with the given names in it.
 *
 * @param {ReturnType<typeof readArguments>} wanted
 * @param {{ directory: string, templates: string }} places
 * @returns {string} the folder
 * @throws UsageError when the folder is there and not empty
 */
export function createProject(wanted, { directory, templates }) {
  const folder = resolve(directory, wanted.name)
  requireFree(folder)
  const template = join(templates, wanted.template)
  // In one pass: what has been put in may read like another place, as the folder `my-latchkey-project` does.
  const places = Object.entries(PLACES)
  const anyPlace = new RegExp(places.map(([, place]) => place.replaceAll('.', '\\.')).join('|'), 'g')
  const filled = (found) => wanted[places.find(([, place]) => place === found)[0]]
  for (const file of filesOf(template)) {
    // npm leaves a file of that name out of a package.
    const target = join(folder, relative(template, file).replace(/^gitignore$/, '.gitignore'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, readFileSync(file, 'utf8').replace(anyPlace, filled), { flag: 'wx' })
  }
  return folder
}

/**
 * What to do next.
 *
 * @param {ReturnType<typeof readArguments>} wanted
 */
export function nextSteps({ name, project, walletOrigin, apiOrigin }) {
  // That stack has one project.
  const isLocal =
    project === DEFAULTS.project && walletOrigin === DEFAULTS.walletOrigin && apiOrigin === DEFAULTS.apiOrigin
  return [
    `Made ${name}.`,
    '',
    `  cd ${name}`,
    '  npm install',
    '  npm run dev',
    '',
    `Then open http://app.localhost:5174. The wallet is project ${project} of ${apiOrigin}.`,
    isLocal
      ? "That is the stack of Latchkey's repository: run `npm start` there; it knows this address."
      : "The project has to allow your page's origin: see `allowedOrigins` in the operator's manual.",
  ].join('\n')
}
