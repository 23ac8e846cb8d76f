import { parseArgs } from 'node:util'

const PARTS = ['checks', 'unit', 'e2e']

/**
 * What `npm test` shall run.
 *
 * @param {readonly string[]} args `--only checks|unit|e2e`; `--changed [REV]`: what a change since REV touches, by
 *   default what is not committed
 * @returns {{ only?: string, changed?: string }}
 * @throws Error for anything else
 */
export function testArguments(args) {
  const { values, positionals } = parseArgs({
    args: args.map((arg) => (arg === '--changed' ? '--changed=' : arg)),
    options: { only: { type: 'string' }, changed: { type: 'string' } },
    allowPositionals: true,
  })
  const { only, changed } = values
  if (only !== undefined && !PARTS.includes(only))
    throw new Error(`--only takes checks, unit or e2e, not ${only}.`)
  const [revision, ...more] = positionals
  if (more.length > 0 || (revision !== undefined && changed !== ''))
    throw new Error(`npm test does not take ${more.at(-1) ?? revision}.`)
  // After the name of an option git would take it for another one.
  if ((changed || revision)?.startsWith('-')) throw new Error('--changed takes a revision of git.')
  if (changed === undefined) return { only }
  return { only, changed: changed || revision || 'HEAD' }
}
