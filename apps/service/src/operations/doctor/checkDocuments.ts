import { changedProject } from '../../admin/projectChanges.ts'
import type { Project } from '../../config/projects.ts'
import { type DocumentKind, documentHeaders } from '../../documents/documentHeaders.ts'
import { type Diagnosis, type Finding, fail, notInTime, ok, reasonOf, sideBySide } from './Diagnosis.ts'

type Served = { kind: DocumentKind; variable: 'WALLET_ORIGIN' | 'KEYS_ORIGIN'; origin: string }

/** What a proxy may change without harm. */
const FREE = new Set(['content-type'])

const directives = (policy: string) =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values.join(' ')] as const
    }),
  )

function describePolicy(expected: string, served: string): string {
  const own = directives(expected)
  const theirs = directives(served)
  const names = [...own].filter(([name, value]) => theirs.get(name) !== value).map(([name]) => name)
  return `content-security-policy (${names.join(', ') || 'more than one policy'})`
}

/** Names of headers that are not as the service sends them. */
export function compareHeaders(expected: Headers, served: Headers): string[] {
  const different: string[] = []
  expected.forEach((value, name) => {
    if (FREE.has(name)) return
    const found = served.get(name)
    if (found === value) return
    if (found === null) different.push(`${name} is missing`)
    else if (name === 'content-security-policy') different.push(`${describePolicy(value, found)} is changed`)
    else different.push(`${name} is changed`)
  })
  // Set by a proxy, it shuts out the pages that may embed the document.
  if (served.has('x-frame-options') && !expected.has('x-frame-options'))
    different.push('x-frame-options is added')
  return different
}

async function checkDocument(diagnosis: Diagnosis, served: Served, project: Project): Promise<Finding> {
  const { config, ask } = diagnosis
  const { kind, variable, origin } = served
  const check = `documents.${kind}`
  const path = `/${kind}?projectId=${project.id}`
  try {
    const { status, headers } = await ask(`${origin}${path}`)
    if (status !== 200)
      return fail(
        check,
        `${path} at ${variable} is answered with ${status}.`,
        status >= 500 && status !== 502
          ? `Build the documents (npm run build) and set ${variable === 'KEYS_ORIGIN' ? 'KEYS_DIST' : 'FRAME_DIST'} to them.`
          : `The proxy must pass ${variable} and its Host header on to the service.`,
      )
    const different = compareHeaders(documentHeaders(config, kind, project.allowedOrigins), headers)
    if (different.length === 0) return ok(check, `/${kind} is served with its headers.`)
    return fail(
      check,
      `${path}: ${different.join('; ')}.`,
      `Let the proxy in front of ${variable} pass the service's headers on as they are.`,
    )
  } catch (error) {
    return fail(
      check,
      `Nothing answers at ${variable} (${reasonOf(error)}).`,
      `Check the DNS name, the certificate and the proxy of ${variable}.`,
    )
  }
}

/** The project as it is in force; as in the file when the database is not to be asked. */
async function projectsInForce({ config, db }: Diagnosis): Promise<Project[]> {
  const enabled = config.projects.filter(({ disabled }) => !disabled)
  if (!db) return enabled
  const change = changedProject(db)
  const projects = await sideBySide(
    enabled,
    (project) => change(project).catch(() => project),
    (project) => project,
  )
  return projects.filter(({ disabled }) => !disabled)
}

/** Whether browsers get each document with the headers that the service gives it. */
export async function checkDocuments(diagnosis: Diagnosis): Promise<Finding[]> {
  const { walletOrigin, keysOrigin } = diagnosis.config
  const documents: Served[] = [
    { kind: 'frame', variable: 'WALLET_ORIGIN', origin: walletOrigin },
    { kind: 'account', variable: 'WALLET_ORIGIN', origin: walletOrigin },
    { kind: 'window', variable: 'WALLET_ORIGIN', origin: walletOrigin },
    { kind: 'keys', variable: 'KEYS_ORIGIN', origin: keysOrigin },
    { kind: 'panel', variable: 'KEYS_ORIGIN', origin: keysOrigin },
    { kind: 'passkey', variable: 'KEYS_ORIGIN', origin: keysOrigin },
  ]
  const projects = await projectsInForce(diagnosis)
  const pairs = documents.flatMap((document) => projects.map((project) => ({ document, project })))
  const all = await sideBySide(
    pairs,
    ({ document, project }) => checkDocument(diagnosis, document, project),
    ({ document: { kind }, project: { id } }) => notInTime(`documents.${kind}`, `/${kind}?projectId=${id}`),
  )
  return documents.flatMap(({ kind }) => {
    const ofKind = all.filter(({ check }) => check === `documents.${kind}`)
    const failed = ofKind.filter(({ level }) => level !== 'ok')
    return failed.length ? failed : ofKind.slice(0, 1)
  })
}
