import { run } from '../install/run.mjs'

/**
 * The files that differ from where the work branched off `revision`, committed or not, as paths below `root`.
 *
 * @throws Error with git's words, as for a revision that there is not
 */
export async function changedFiles(root: string, revision: string): Promise<string[]> {
  const lists = [
    ['diff', '--name-only', '--merge-base', revision, '--'],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const outputs = await Promise.all(
    lists.map(async (args) => {
      const { code, output } = await run('git', args, { cwd: root, quiet: true })
      if (code !== 0) throw new Error(`git knows no change since ${revision}: ${output.trim()}`)
      return output.split('\n').filter((line) => line !== '')
    }),
  )
  return outputs.flat()
}

const neverDeployed = /\.md$|\.test\.tsx?$|^docs\/|^scripts\/(check-|bench)|^LICENSE$/

/** Of the changed files those that the end to end tests, or what they start, are made of. */
export const endToEndInputs = (files: readonly string[]): string[] =>
  files.filter((file) => !neverDeployed.test(file))
